/** The height of a one-line row of a `Table` with its hairline, in pixels; for layouts that count rows. */
export const TABLE_ROW_HEIGHT = 37;
