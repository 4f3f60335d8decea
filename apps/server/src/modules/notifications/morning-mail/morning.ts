/** A line of a part: what it is about, where it opens, and what there is to know. */
export interface MorningLine {
  title: string;
  address: string;
  fact: string;
}

/** A part of the page Today. */
export interface MorningPart {
  title: string;
  lines: MorningLine[];
  /** The number of lines, including those that are not listed. */
  total: number;
}

/** What the page Today has in one of the reader's workspaces. */
export interface WorkspaceMorning {
  name: string;
  organization: string;
  /** URL of the page. */
  address: string;
  /** Without those that have nothing to say. */
  parts: MorningPart[];
}
