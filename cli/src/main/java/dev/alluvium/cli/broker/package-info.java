/** The Kafka broker of the one-machine deployment: a real, persistent one, inside this JVM. */
package dev.alluvium.cli.broker;
