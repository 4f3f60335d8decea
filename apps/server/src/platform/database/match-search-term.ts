import { type RawBuilder, sql } from 'kysely';

/** A trigram index finds these anywhere in a text; shorter ones only where a word begins. */
const minSubstringLength = 3;

/**
 * Whether a `search` column, which has a blank before every word, contains a term. A term of
 * one or two characters is found at the beginning of words alone: anywhere, it would take a scan of
 * every row (docs/decisions/search-by-trigrams.md).
 */
export function matchesSearchTerm(column: string, term: string): RawBuilder<boolean> {
  const text = term.trim();
  const isShort = [...text].length < minSubstringLength;
  // Signs part the words; alone they are what a word begins with.
  const wanted = isShort ? ` ${text.replaceAll(/[.@_+-]/g, ' ').trim() || text}` : text;
  const pattern = `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`${sql.ref(column)} like lower(${pattern})`;
}
