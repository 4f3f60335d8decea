import type { ImportedRow, ImportRow } from '@repo/contract/account-import';
import { domainInText } from '@repo/domain/domains/domain-in-text';

/** A row of the file, and the line that it begins in. */
export type FileRow = ImportRow & { line: number };

export type Outcome = ImportedRow['outcome'] | 'duplicate';

/** The server's findings about a row, compared with the rows before it. */
export interface CheckedRow {
  line: number;
  /** As it is in the file. */
  typed: string;
  /** As it is stored and shown; blank if there is none. */
  domain: string;
  name: string;
  owner: string | undefined;
  outcome: Outcome;
  problem: string | undefined;
}

/** Whether the domain of an account is another one than a reader finds in the file. */
export const isCorrected = ({ typed, domain }: CheckedRow): boolean =>
  domain !== '' && typed.trim().toLowerCase() !== domain.toLowerCase() && !isPunycodeOf(typed);

const isPunycodeOf = (typed: string): boolean =>
  typed.trim().toLowerCase().includes('xn--') && domainInText(typed) === typed.trim();

/** Joins a row and its result. `firstLines` has the line that each new domain was first found in. */
export function checkedRow(
  { line, domain: typed }: FileRow,
  imported: ImportedRow | undefined,
  firstLines: Map<string, number>,
): CheckedRow {
  // `complete` has checked that there is one for each row.
  if (imported === undefined) throw new Error(`The server has no result for line ${line}.`);
  const { domain, name, owner, outcome, problem } = imported;
  const row = { line, typed, domain, name, owner: owner?.name };
  if (outcome !== 'new') return { ...row, outcome, problem };
  const first = firstLines.get(domain);
  if (first === undefined) {
    firstLines.set(domain, line);
    return { ...row, outcome, problem };
  }
  return { ...row, outcome: 'duplicate', problem: `The same domain as in line ${first}.` };
}

export type Counts = Record<Outcome, number>;

export function countOutcomes(rows: readonly { outcome: Outcome }[]): Counts {
  const counts = { new: 0, existing: 0, duplicate: 0, invalid: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}
