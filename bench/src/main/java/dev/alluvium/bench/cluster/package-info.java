/** The packaged program as processes of their own: starting them, and reading what they use. */
package dev.alluvium.bench.cluster;
