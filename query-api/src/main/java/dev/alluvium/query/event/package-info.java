/** What happens to memories, as streams. */
package dev.alluvium.query.event;
