/**
 * Questions to the owner of a memory and their answers as bytes, for owners in another process.
 * Both sides are of one release: each request names the format it speaks, and another one is
 * refused.
 */
package dev.alluvium.state.wire;
