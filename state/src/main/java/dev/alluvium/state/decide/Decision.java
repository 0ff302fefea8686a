package dev.alluvium.state.decide;

/**
 * What was decided about one record of a save.
 *
 * @param id of the record
 * @param analysis or null, where it was not asked for or failed
 * @param plan or null, likewise
 * @param failure why the model decided nothing, or not all; null if it did
 */
public record Decision(String id, Analysis analysis, Plan plan, String failure) {}
