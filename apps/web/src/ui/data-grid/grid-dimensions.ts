/**
 * Heights in pixels; `--spacing-row` and `--spacing-row-header` in `tokens.css` are the same. A grid can have
 * higher rows (`rowHeight`).
 */
export const ROW_HEIGHT = 36;
export const HEADER_HEIGHT = 32;

/** A dragged column gets no narrower (specification part 1, section 9). */
export const MINIMUM_COLUMN_WIDTH = 150;
export const MAXIMUM_COLUMN_WIDTH = 1200;

/** One press of an arrow key while a column is resized by keyboard. */
export const RESIZE_STEP = 10;

/** In a grid narrower than this the frozen column scrolls with the others. */
export const FROZEN_FROM_WIDTH = 600;

/** Rows drawn beyond each edge, so that a fast scroll reaches rows that are already rendered. */
export const OVERSCAN = 10;
