/** What earlier runs of the job left of their state, and how the next one continues from it. */
package dev.alluvium.job.checkpoint;
