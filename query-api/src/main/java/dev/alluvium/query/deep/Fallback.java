package dev.alluvium.query.deep;

/**
 * Why a recall went on without the language model.
 *
 * @param step what was asked of the model
 */
public record Fallback(String step, Reason reason, String detail) {

    /** What kept the model from helping. */
    public enum Reason {
        /** It could not be reached, refused, or failed. */
        MODEL_FAILED(true),
        /** It did not answer in time. */
        TIMEOUT(true),
        /** It answered something else than it was asked for. */
        BAD_ANSWER(true),
        /** As many deep recalls as may be were under way, so it was not asked. */
        BUSY(false);

        private final boolean isFailure;

        Reason(boolean isFailure) {
            this.isFailure = isFailure;
        }

        /** Whether the model was asked and gave no answer that can be used. */
        public boolean isFailure() {
            return isFailure;
        }

        public String key() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
