/** The Kafka topics of the system: what each is for, how it is kept, and that it exists. */
package dev.alluvium.job.topic;
