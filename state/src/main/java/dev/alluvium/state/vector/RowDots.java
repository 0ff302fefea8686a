package dev.alluvium.state.vector;

/**
 * The inner loop of a scan, in the two ways it can be done: with SIMD where the JVM was started
 * with the incubating Vector API, and plainly where it was not. Both give the same integers.
 */
interface RowDots {
    /** Set to {@code true} to scan without the Vector API even where it is there. */
    String SCALAR_PROPERTY = "alluvium.vector.scalar";

    /** Chosen once per JVM, so that call sites stay monomorphic. */
    RowDots FASTEST = fastest();

    /**
     * Writes to {@code into}, from {@code at} on, the dot products of {@code query} and each of
     * {@code rows} rows that stand back to back in {@code codes} from {@code firstCode} on, each as
     * long as the query (a multiple of {@link VectorColumn#ROW_ALIGNMENT}). All codes are within
     * ±{@link Int8Codes#LARGEST}.
     */
    void dots(short[] query, byte[] codes, int firstCode, int rows, float[] into, int at);

    private static RowDots fastest() {
        if (Boolean.getBoolean(SCALAR_PROPERTY)) {
            return new ScalarRowDots();
        }
        try {
            // By name: this class must load, and compile, where the incubator module is absent.
            return (RowDots)
                    Class.forName("dev.alluvium.state.vector.SimdRowDots")
                            .getDeclaredConstructor()
                            .newInstance();
        } catch (ReflectiveOperationException | LinkageError | UnsupportedOperationException e) {
            return new ScalarRowDots();
        }
    }
}
