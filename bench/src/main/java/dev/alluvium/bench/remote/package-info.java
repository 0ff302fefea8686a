/** What a read costs more that is answered by another process than by the one that was asked. */
package dev.alluvium.bench.remote;
