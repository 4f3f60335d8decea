import { type RawBuilder, sql } from 'kysely';

/**
 * A trigram index finds terms of this length anywhere in a text, and shorter ones only at the beginning of
 * words.
 */
const minSubstringLength = 3;

/**
 * Whether a `search` column, which has a blank before every word, contains a term. A term of one or
 * two characters only matches the beginning of words: matching it anywhere would require a scan of
 * every row (docs/decisions/search-by-trigrams.md).
 */
export function matchesSearchTerm(column: string, term: string): RawBuilder<boolean> {
  const text = term.trim();
  const isShort = [...text].length < minSubstringLength;
  // Punctuation separates words, unless the term consists only of punctuation.
  const wanted = isShort ? ` ${text.replaceAll(/[.@_+-]/g, ' ').trim() || text}` : text;
  const pattern = `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`${sql.ref(column)} like lower(${pattern})`;
}
