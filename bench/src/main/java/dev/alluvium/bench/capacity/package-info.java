/** What memories, rows and requests cost a cluster: what a model of its capacity is made from. */
package dev.alluvium.bench.capacity;
