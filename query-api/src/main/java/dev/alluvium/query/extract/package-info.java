/** Splits texts into what is worth remembering of them. */
package dev.alluvium.query.extract;
