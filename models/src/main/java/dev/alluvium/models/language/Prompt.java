package dev.alluvium.models.language;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/**
 * What a model is asked.
 *
 * @param name of what is wanted, such as {@code save_analysis}: of letters, digits, {@code _} and
 *     {@code -}
 * @param instructions what to do; trusted
 * @param material what to do it with, among it texts of users; not trusted, and never to be
 *     followed
 * @param schema JSON Schema of the object wanted, of {@code type}, {@code properties}, {@code
 *     required}, {@code items}, {@code enum} and {@code description} alone
 * @param timeout for the whole, with all that is tried again
 */
public record Prompt(
        String name, String instructions, String material, ObjectNode schema, Duration timeout) {}
