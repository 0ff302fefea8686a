package dev.alluvium.query.parquet;

import dev.alluvium.query.columns.Shape;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/** Which types of Parquet can say what. */
final class ParquetShapes {

    private ParquetShapes() {}

    static boolean fits(Shape shape, Type type) {
        if (type.isRepetition(Repetition.REPEATED)) {
            return false;
        }
        return switch (shape) {
            case TEXT -> isText(type);
            case NUMBER -> isNumber(type);
            case FLAG -> is(type, PrimitiveTypeName.BOOLEAN);
            case TIME -> isTime(type) || isText(type);
            case TEXTS -> isList(type) && isText(element(type.asGroupType()));
            case VECTOR -> isList(type) && isFloat(element(type.asGroupType()));
            case MAP -> isText(type) || !type.isPrimitive() && !isList(type) && isAny(type);
            case ANY -> isAny(type);
        };
    }

    /** Whether a type has values that JSON has. */
    private static boolean isAny(Type type) {
        return type.isPrimitive()
                ? isText(type)
                        || isNumber(type)
                        || isTime(type)
                        || is(type, PrimitiveTypeName.BOOLEAN)
                : type.asGroupType().getFields().stream().allMatch(ParquetShapes::isAny);
    }

    static boolean isText(Type type) {
        LogicalTypeAnnotation means = type.getLogicalTypeAnnotation();
        return is(type, PrimitiveTypeName.BINARY)
                && (means == null
                        || means instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation
                        || means instanceof LogicalTypeAnnotation.EnumLogicalTypeAnnotation
                        || means instanceof LogicalTypeAnnotation.JsonLogicalTypeAnnotation);
    }

    static boolean isTime(Type type) {
        LogicalTypeAnnotation means = type.getLogicalTypeAnnotation();
        return is(type, PrimitiveTypeName.INT96)
                || means instanceof LogicalTypeAnnotation.TimestampLogicalTypeAnnotation
                || means instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation;
    }

    static boolean isList(Type type) {
        return !type.isPrimitive()
                && type.getLogicalTypeAnnotation()
                        instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation
                && type.asGroupType().getFieldCount() == 1;
    }

    static boolean isMap(Type type) {
        return !type.isPrimitive()
                && type.getLogicalTypeAnnotation()
                        instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
                && type.asGroupType().getFieldCount() == 1
                && !type.asGroupType().getType(0).isPrimitive()
                && type.asGroupType().getType(0).asGroupType().getFieldCount() == 2;
    }

    /** What a list holds: in the middle of three levels, or below the outer of two. */
    static Type element(GroupType list) {
        Type repeated = list.getType(0);
        return hasMiddle(list) ? repeated.asGroupType().getType(0) : repeated;
    }

    /**
     * Whether a list has a group between it and its elements; by the rules for files of before that
     * was the rule.
     */
    static boolean hasMiddle(GroupType list) {
        Type repeated = list.getType(0);
        return !repeated.isPrimitive()
                && repeated.asGroupType().getFieldCount() == 1
                && !repeated.getName().equals("array")
                && !repeated.getName().equals(list.getName() + "_tuple");
    }

    private static boolean isNumber(Type type) {
        LogicalTypeAnnotation means = type.getLogicalTypeAnnotation();
        return isFloat(type)
                || (is(type, PrimitiveTypeName.INT32) || is(type, PrimitiveTypeName.INT64))
                        && (means == null
                                || means instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation);
    }

    private static boolean isFloat(Type type) {
        return is(type, PrimitiveTypeName.FLOAT) || is(type, PrimitiveTypeName.DOUBLE);
    }

    private static boolean is(Type type, PrimitiveTypeName name) {
        return type instanceof PrimitiveType primitive && primitive.getPrimitiveTypeName() == name;
    }
}
