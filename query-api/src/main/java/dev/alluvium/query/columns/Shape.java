package dev.alluvium.query.columns;

import java.util.Optional;
import org.apache.arrow.vector.FieldVector;

/** What the cells of a column say, whichever of Arrow's types that can say it they have. */
public enum Shape {
    TEXT("utf8") {
        @Override
        Optional<Cell> plain(FieldVector vector, Binding binding) {
            return TextCell.of(vector);
        }
    },
    NUMBER("a float or an integer") {
        @Override
        Optional<Cell> plain(FieldVector vector, Binding binding) {
            return NumberCell.of(vector);
        }
    },
    FLAG("bool") {
        @Override
        Optional<Cell> plain(FieldVector vector, Binding binding) {
            return FlagCell.of(vector);
        }
    },
    TIME("a timestamp, a date, or ISO 8601 in utf8") {
        @Override
        Optional<Cell> plain(FieldVector vector, Binding binding) {
            return TimeCell.of(vector).<Cell>map(times -> times).or(() -> TextCell.of(vector));
        }
    },
    TEXTS("list<utf8>") {
        @Override
        Optional<Cell> plain(FieldVector vector, Binding binding) {
            return ListCell.of(vector, binding, TEXT);
        }
    },
    MAP("a JSON object in utf8, a map or a struct") {
        @Override
        Optional<Cell> plain(FieldVector vector, Binding binding) {
            return JsonTextCell.of(vector).or(() -> ObjectCell.of(vector, binding));
        }
    },
    VECTOR("fixed_size_list<float32> or list<float32>") {
        @Override
        Optional<Cell> plain(FieldVector vector, Binding binding) {
            return VectorCell.of(vector);
        }
    },
    /** Any value that JSON has, within a map or a struct. */
    ANY("a value that JSON has") {
        @Override
        Optional<Cell> plain(FieldVector vector, Binding binding) {
            return TextCell.of(vector)
                    .or(() -> NumberCell.of(vector))
                    .or(() -> FlagCell.of(vector))
                    .or(() -> TimeCell.of(vector).map(TimeTextCell::new))
                    .or(() -> ObjectCell.of(vector, binding))
                    .or(() -> ListCell.of(vector, binding, ANY));
        }
    };

    private final String wanted;

    Shape(String wanted) {
        this.wanted = wanted;
    }

    /** The types that say it, for people. */
    public String wanted() {
        return wanted;
    }

    /** The cells of a column that is not dictionary-encoded; empty where its type does not fit. */
    abstract Optional<Cell> plain(FieldVector vector, Binding binding);
}
