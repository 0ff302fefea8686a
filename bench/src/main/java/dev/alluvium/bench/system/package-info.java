/** Measures a whole system over HTTP, as its users meet it: rates, latencies, disk and heap. */
package dev.alluvium.bench.system;
