/** A line of a part: its subject, the link that it opens, and a detail. */
export interface MorningLine {
  title: string;
  address: string;
  fact: string;
}

/** A part of the page Today. */
export interface MorningPart {
  title: string;
  lines: MorningLine[];
  /** The number of lines, including unlisted ones. */
  total: number;
}

/** The page Today of one of the reader's workspaces. */
export interface WorkspaceMorning {
  name: string;
  organization: string;
  /** URL of the page. */
  address: string;
  /** Without empty ones. */
  parts: MorningPart[];
}
