import type { DataKindName } from './data-kinds.ts';
import type { LeavingFate } from './leaving-fates.ts';

/** The use of a column, as personal data. */
export const columnUses = {
  key: 'Identifies the row, or another one that it belongs to',
  user: 'The id of a user',
  about: 'Says something about the user whom the row belongs to',
  contact: 'Names, addresses or domains of outside people',
  content: 'A text that can name anyone',
  colleague: 'Names of other users',
  mark: 'A kind, a state, a number or a time',
  secret: 'A credential, or the hash of one',
  state: 'Needed for the work of the server, or computed from other columns',
} as const;
export type ColumnUse = keyof typeof columnUses;

/** A table: the meaning of a row, its readers, and the personal data in its columns. */
export interface DescribedTable {
  /** The meaning of one row, and why it is stored. */
  row: string;
  /** The users who see its content through the API. */
  readBy: string;
  /** The purpose of the data, and how long it is kept. */
  kind: DataKindName;
  /** The fate of a leaving user's rows. */
  whenLeaving: LeavingFate;
  /** The columns by their use, with blanks between them. Every column is named once. */
  columns: Partial<Record<ColumnUse, string>>;
  /**
   * The user that a row belongs to: the column with the user's id, or with the email address. Absent where
   * rows have no owner; columns of the use `user` then name the users.
   */
  belongsTo?: { id: string } | { email: string };
  /**
   * How erasing an outside contact changes it, besides removing the address from texts: rows with the address
   * are deleted, on their own or with the activities that name it.
   */
  erasure?: 'rows' | 'with activities';
  /**
   * Columns with blanks between them, and rows, that say who belongs to this server. An erasure of an address
   * in them is refused, and never changes them.
   */
  insiders?: { columns: string; rows?: 'pending' };
  /** The rows are found through the accounts that the user contributes to, since no index starts with the user. */
  isFoundByAccount?: boolean;
}

export interface Subject {
  title: string;
  /** One or two sentences on how the tables of the subject belong together. */
  about: string;
  tables: Readonly<Record<string, DescribedTable>>;
}

export function usesOf({ columns }: DescribedTable): Map<string, ColumnUse> {
  const uses = new Map<string, ColumnUse>();
  for (const use of Object.keys(columnUses) as ColumnUse[]) {
    for (const column of (columns[use] ?? '').split(' ').filter((name) => name !== '')) {
      if (uses.has(column)) throw new Error(`The register names the column ${column} twice.`);
      uses.set(column, use);
    }
  }
  return uses;
}
