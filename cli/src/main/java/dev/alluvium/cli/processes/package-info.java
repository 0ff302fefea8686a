/**
 * A cluster on one machine, each part a process of its own: started from this distribution, found
 * again by what it wrote down, and stopped in order.
 */
package dev.alluvium.cli.processes;
