/**
 * The Flink cluster of the one-machine deployment: owned by this process, recovered from its own
 * checkpoints.
 */
package dev.alluvium.cli.cluster;
