/** From a request to the log, once for each idempotency key, and to the answer. */
package dev.alluvium.query.write;
