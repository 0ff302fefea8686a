/** What every route shares: strict reading of requests, problems, the server below. */
package dev.alluvium.query.http;
