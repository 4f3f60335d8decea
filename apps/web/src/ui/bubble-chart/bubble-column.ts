/** 0 none, 1 light, 2 medium, 3 heavy. */
export type BubbleLevel = 0 | 1 | 2 | 3;

export type BubbleColumn = {
  key: string;
  /** Under the column, where there is room for it. */
  label: string;
  /** The text of the column, in the tooltip and for screen readers. */
  name: string;
  above: BubbleLevel;
  below: BubbleLevel;
  /** Set back a little, as a weekend. */
  shaded: boolean;
  /** Highlighted, like today. */
  marked: boolean;
};
