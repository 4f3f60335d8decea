import type { Window } from '#modules/integrations/provider/activity-source.ts';
import { MAX_SEARCH_LENGTH } from './gmail-limits.ts';

const fields = ['from', 'to', 'cc', 'bcc'] as const;

/**
 * The searches that together find every email since a time that may concern one of the domains;
 * several if the list of domains is long. Gmail's search matches words, so it also finds
 * subdomains, and some addresses that only look similar.
 *
 * @param domains normalised; undefined for every email.
 */
export function gmailSearches({ since, until, domains }: Window): string[] {
  // Drafts and chats are not activities; Gmail excludes spam and the trash by default.
  const before = until === undefined ? '' : ` before:${Math.ceil(until.getTime() / 1000)}`;
  const after = `after:${Math.floor(since.getTime() / 1000)}${before} -in:drafts -in:chats`;
  if (domains === undefined) return [after];
  const searches: string[] = [];
  let terms = '';
  for (const domain of [...domains].sort()) {
    const more = fields.map((field) => `${field}:${domain}`).join(' ');
    if (terms !== '' && after.length + terms.length + more.length + 4 > MAX_SEARCH_LENGTH) {
      searches.push(`${after} {${terms}}`);
      terms = '';
    }
    terms = terms === '' ? more : `${terms} ${more}`;
  }
  return terms === '' ? searches : [...searches, `${after} {${terms}}`];
}

/** A position in the pages of several searches: the search's number, and Gmail's own page token. */
export interface SearchPosition {
  search: number;
  token: string | undefined;
}

export const writePageToken = ({ search, token }: SearchPosition): string =>
  `${search}:${token ?? ''}`;

/** @returns the beginning for a text that is not a page token. */
export function readPageToken(text: string | undefined): SearchPosition {
  const [, search = '0', token = ''] = /^(\d+):(.*)$/s.exec(text ?? '') ?? [];
  return { search: Number(search), token: token === '' ? undefined : token };
}
