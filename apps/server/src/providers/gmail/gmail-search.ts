import type { Window } from '../../modules/integrations/provider.ts';
import { MAX_SEARCH_LENGTH } from './gmail-limits.ts';

const fields = ['from', 'to', 'cc', 'bcc'] as const;

/**
 * The searches that together find every mail since a moment that may concern one of the domains;
 * several where the list of domains is long. Gmail's search finds words, so it finds what is at
 * subdomains too, and some that only looks alike.
 *
 * @param domains normalised; undefined for every mail.
 */
export function gmailSearches({ since, until, domains }: Window): string[] {
  // Drafts and chats are no activities; spam and what is in the trash Gmail leaves out by itself.
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

/** A place in the pages of several searches: the search's number, and Gmail's own token. */
export interface SearchPosition {
  search: number;
  token: string | undefined;
}

export const writePageToken = ({ search, token }: SearchPosition): string =>
  `${search}:${token ?? ''}`;

/** @returns the beginning for what is no page token. */
export function readPageToken(text: string | undefined): SearchPosition {
  const [, search = '0', token = ''] = /^(\d+):(.*)$/s.exec(text ?? '') ?? [];
  return { search: Number(search), token: token === '' ? undefined : token };
}
