/** The log of commands, for those who append. */
package dev.alluvium.query.log;
