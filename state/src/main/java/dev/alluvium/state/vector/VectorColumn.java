package dev.alluvium.state.vector;

import java.util.Arrays;

/**
 * The vectors of one view, a row each, kept as signed bytes so that a scan reads a quarter of what
 * floats would cost: recall scores every row of a memory against a query with it.
 *
 * <p>A row is a unit vector quantised to codes in [-127, 127] (the largest component takes 127) and
 * the reciprocal of the codes' norm, so a score is the cosine of the two quantised vectors: a
 * vector scores 1 against itself. Rows stand in blocks of at most {@value #BLOCK_ROWS}; the last
 * block grows by doubling, so a small memory costs little.
 *
 * <p><b>Concurrency.</b> One writer calls {@link #set}. Any number of readers may call the other
 * methods for rows below a count N that they obtained by a volatile read of something the writer
 * wrote <em>after</em> setting those rows (the view). That write publishes the codes and scales.
 * What the writer does later cannot disturb such a reader: further rows of the same block are other
 * array elements (the Java memory model has no word tearing, JLS 17.6, also not for bytes), a block
 * that outgrows its arrays is copied and the old arrays keep the rows below N, and the directory of
 * blocks is replaced, never changed, by a volatile write, so a reader that sees a newer directory
 * also sees the whole of the blocks in it. Rows at or beyond N may be read and give either NaN, the
 * row, or (while it is being written) neither; a reader must not ask for them.
 */
public final class VectorColumn {
    /** Rows of a full block. */
    static final int BLOCK_ROWS = 1024;

    private static final int FIRST_ROWS = 8;

    /** A row's codes are padded with zeros to whole cache lines, which every SIMD width divides. */
    static final int ROW_ALIGNMENT = 64;

    private static final int MAX_DIMENSION = 65_536;

    private final int dimension;
    private final int stride;
    private final RowDots dots;
    private volatile Block[] blocks = {};
    private int nextRow;

    /** A column of unit vectors with {@code dimension} components each. */
    public VectorColumn(int dimension) {
        this(dimension, RowDots.FASTEST);
    }

    VectorColumn(int dimension, RowDots dots) {
        if (dimension < 1 || dimension > MAX_DIMENSION) {
            throw new IllegalArgumentException(
                    "dimension "
                            + dimension
                            + " is not in [1, "
                            + MAX_DIMENSION
                            + "]; give the embedding model's dimension");
        }
        this.dimension = dimension;
        this.stride = (dimension + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
        this.dots = dots;
    }

    /** Components of every vector in this column. */
    public int dimension() {
        return dimension;
    }

    /**
     * Sets the vector of {@code row}; writer only. Rows only increase; one that is passed over has
     * no vector, for good.
     *
     * @throws IllegalArgumentException when the row is not beyond the last one set, or the vector
     *     has another dimension or is not of length 1
     */
    public void set(int row, float[] unitVector) {
        if (row < nextRow) {
            throw new IllegalArgumentException(
                    "row "
                            + row
                            + " is below "
                            + nextRow
                            + ", the first one free; a column only appends, use a new row");
        }
        Int8Codes.check(unitVector, dimension);
        Block block = blockToWrite(row);
        int inBlock = row % BLOCK_ROWS;
        block.scales[inBlock] = Int8Codes.quantise(unitVector, block.codes, inBlock * stride);
        nextRow = row + 1;
    }

    /**
     * Sets the vector of {@code row} to that of a row of {@code from}, a column of the same
     * dimension (this one, or the one that this one replaces); writer only, and as {@link #set}.
     */
    public void copy(int row, VectorColumn from, int fromRow) {
        if (row < nextRow || from.dimension != dimension || !from.has(fromRow)) {
            throw new IllegalArgumentException(
                    "row "
                            + fromRow
                            + " of dimension "
                            + from.dimension
                            + " cannot become row "
                            + row
                            + " of dimension "
                            + dimension
                            + "; copy a row that is there to a row from "
                            + nextRow
                            + " on");
        }
        Block source = from.blocks[fromRow / BLOCK_ROWS];
        Block block = blockToWrite(row);
        int inBlock = row % BLOCK_ROWS;
        System.arraycopy(
                source.codes, fromRow % BLOCK_ROWS * stride, block.codes, inBlock * stride, stride);
        block.scales[inBlock] = source.scales[fromRow % BLOCK_ROWS];
        nextRow = row + 1;
    }

    /** Whether {@code row} has a vector. */
    public boolean has(int row) {
        Block block = blockOf(blocks, row / BLOCK_ROWS);
        return block != null
                && row % BLOCK_ROWS < block.rows()
                && !Float.isNaN(block.scales[row % BLOCK_ROWS]);
    }

    /**
     * Quantises {@code unit} once for any number of {@link #scores} calls on columns of this
     * dimension.
     */
    public QueryVector query(float[] unit) {
        Int8Codes.check(unit, dimension);
        byte[] codes = new byte[stride];
        float scale = Int8Codes.quantise(unit, codes, 0);
        short[] widened = new short[stride];
        for (int i = 0; i < stride; i++) {
            widened[i] = codes[i];
        }
        return new QueryVector(dimension, widened, scale);
    }

    /**
     * Writes the cosine, in [-1, 1], of the query and each row in [{@code fromRow}, {@code toRow})
     * to {@code into}, the first row's at index 0; NaN where a row has no vector.
     */
    public void scores(QueryVector query, int fromRow, int toRow, float[] into) {
        checkDimension(query);
        if (fromRow < 0 || toRow < fromRow || toRow - fromRow > into.length) {
            throw new IllegalArgumentException(
                    "rows ["
                            + fromRow
                            + ", "
                            + toRow
                            + ") do not fit into "
                            + into.length
                            + " scores; give a range in order and an array as long as it");
        }
        Block[] directory = blocks;
        int row = fromRow;
        while (row < toRow) {
            int number = row / BLOCK_ROWS;
            int first = row % BLOCK_ROWS;
            int wanted = Math.min(toRow - row, BLOCK_ROWS - first);
            Block block = blockOf(directory, number);
            int there = block == null ? 0 : Math.max(0, Math.min(wanted, block.rows() - first));
            int at = row - fromRow;
            if (there > 0) {
                dots.dots(query.codes(), block.codes, first * stride, there, into, at);
                scale(block.scales, first, query.scale(), there, into, at);
            }
            Arrays.fill(into, at + there, at + wanted, Float.NaN);
            row += wanted;
        }
    }

    /** The cosine of the query and one row, as {@link #scores} gives it. */
    public float score(QueryVector query, int row) {
        float[] one = new float[1];
        scores(query, row, row + 1, one);
        return one[0];
    }

    /** Heap this column holds, in bytes, without object headers. */
    public long bytes() {
        long bytes = 0;
        for (Block block : blocks) {
            bytes += block == null ? 0 : block.codes.length + (long) Float.BYTES * block.rows();
        }
        return bytes;
    }

    private static void scale(
            float[] scales, int first, float queryScale, int rows, float[] into, int at) {
        for (int i = 0; i < rows; i++) {
            // Math.min and Math.max hand NaN on, so an absent row stays absent without a branch.
            float cosine = into[at + i] * (scales[first + i] * queryScale);
            into[at + i] = Math.max(-1f, Math.min(1f, cosine));
        }
    }

    private static Block blockOf(Block[] directory, int number) {
        return number < directory.length ? directory[number] : null;
    }

    private Block blockToWrite(int row) {
        int number = row / BLOCK_ROWS;
        int needed = row % BLOCK_ROWS + 1;
        Block block = blockOf(blocks, number);
        if (block != null && block.rows() >= needed) {
            return block;
        }
        int rows = Math.max(FIRST_ROWS, Integer.highestOneBit(2 * needed - 1));
        Block grown = Block.grownFrom(block, rows, stride);
        Block[] directory = Arrays.copyOf(blocks, Math.max(blocks.length, number + 1));
        directory[number] = grown;
        blocks = directory;
        return grown;
    }

    private void checkDimension(QueryVector query) {
        if (query.dimension() != dimension) {
            throw new IllegalArgumentException(
                    "query has dimension "
                            + query.dimension()
                            + ", the column "
                            + dimension
                            + "; embed the query with the model that embedded the rows");
        }
    }

    /** The codes of up to {@link #BLOCK_ROWS} rows, and a scale each: NaN says there is no row. */
    private static final class Block {
        final byte[] codes;
        final float[] scales;

        private Block(byte[] codes, float[] scales) {
            this.codes = codes;
            this.scales = scales;
        }

        static Block grownFrom(Block smaller, int rows, int stride) {
            byte[] codes = new byte[rows * stride];
            float[] scales = new float[rows];
            Arrays.fill(scales, Float.NaN);
            if (smaller != null) {
                System.arraycopy(smaller.codes, 0, codes, 0, smaller.codes.length);
                System.arraycopy(smaller.scales, 0, scales, 0, smaller.scales.length);
            }
            return new Block(codes, scales);
        }

        int rows() {
            return scales.length;
        }
    }
}
