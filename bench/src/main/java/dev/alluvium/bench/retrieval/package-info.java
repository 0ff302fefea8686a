/** How well turn search finds what answers a question, measured on LoCoMo. */
package dev.alluvium.bench.retrieval;
