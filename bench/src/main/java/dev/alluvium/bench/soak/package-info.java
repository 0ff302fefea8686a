/**
 * A cluster under steady load for long: whether what it promises holds, and whether it stays as it
 * is.
 */
package dev.alluvium.bench.soak;
