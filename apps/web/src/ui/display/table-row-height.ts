/**
 * A row of a `Table` of one line with its hairline, in pixels; for what is laid out by counting.
 */
export const TABLE_ROW_HEIGHT = 37;
