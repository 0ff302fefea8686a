package dev.alluvium.state.vector;

/** The scan for a JVM without the Vector API: about a tenth of the speed, the same results. */
final class ScalarRowDots implements RowDots {
    @Override
    public void dots(short[] query, byte[] codes, int firstCode, int rows, float[] into, int at) {
        int base = firstCode;
        for (int row = 0; row < rows; row++) {
            int sum = 0;
            for (int i = 0; i < query.length; i++) {
                sum += query[i] * codes[base + i];
            }
            into[at + row] = sum;
            base += query.length;
        }
    }
}
