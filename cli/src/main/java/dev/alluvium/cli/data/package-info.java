/**
 * The directory that holds everything one process keeps: its log, its checkpoints and its working
 * files.
 */
package dev.alluvium.cli.data;
