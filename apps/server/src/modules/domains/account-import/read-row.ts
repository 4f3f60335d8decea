import type { ImportRow } from '@repo/contract/account-import';
import { accountNameProblem, isVisible } from '@repo/contract/name';
import { domainProblems } from '@repo/domain/domains/domain-name';
import { domainInText } from '@repo/domain/domains/domain-in-text';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { suggestAccountName } from '@repo/domain/domains/suggest-account-name';
import { accountNoteProblem, storedNote } from '../../accounts/set-account-note.ts';
import { checkDomain } from '../check-domains.ts';

/** A row that can create an account, judged by the row alone. */
export interface ReadRow {
  /** Normalised; blank if the row has none. */
  domain: string;
  name: string;
  note: string;
  /** The trimmed cell. */
  owner: string;
  problem?: string;
}

const maxQuoteLength = 60;

export function readRow(row: ImportRow): ReadRow {
  const [typed, owner] = [text(row.domain), text(row.owner)];
  const note = storedNote(row.note);
  const { domain, problem } = checkDomain(domainInText(typed));
  const typedName = text(row.name).replaceAll(/\s+/g, ' ');
  if (domain === undefined) {
    return { domain: '', name: typedName, note, owner, problem: explain(typed, problem) };
  }
  const name = isVisible(typedName) ? typedName : suggestAccountName(shownDomain(domain));
  const wrong = accountNameProblem(name) ?? accountNoteProblem(note);
  return { domain, name, note, owner, ...(wrong !== undefined && { problem: wrong }) };
}

/** Removes the characters that PostgreSQL cannot store. */
const text = (cell: string): string => cell.replaceAll('\0', '').toWellFormed().trim();

function explain(typed: string, problem: string | undefined): string {
  if (typed === '') return 'The domain is missing.';
  const quoted = `“${quote(typed)}”`;
  return problem === domainProblems.freeMail
    ? `${quoted} belongs to an email provider, not to a company.`
    : `${quoted} is not a valid domain.`;
}

export const quote = (typed: string): string =>
  typed.length > maxQuoteLength ? `${typed.slice(0, maxQuoteLength).toWellFormed()}…` : typed;
