/** The first state of the job, written from histories too large for the log. */
package dev.alluvium.job.bootstrap;
