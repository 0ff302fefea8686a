/** The commands that ask a running server over HTTP, and the client they share. */
package dev.alluvium.cli.client;
