import { type RawBuilder, sql } from 'kysely';

/** A trigram index finds these anywhere in a text; shorter ones only where a word begins. */
const shortestAnywhere = 3;
/** What can stand before a word in the texts that are searched; each of them begins with a break. */
const beforeWords = ['\n', ' ', '.', '@', '-', '_'];

/**
 * Whether a `search` column holds a term. A term of one or two characters is found at the beginning
 * of words alone: anywhere, it would take a scan of every row (docs/decisions/search-by-trigrams.md).
 */
export function holdsTerm(column: string, term: string): RawBuilder<boolean> {
  const text = term.trim().replaceAll(/[\\%_]/g, String.raw`\$&`);
  const starts = [...term.trim()].length < shortestAnywhere ? beforeWords : [''];
  const patterns = starts.map((start) => `%${start === '_' ? String.raw`\_` : start}${text}%`);
  const like = patterns.map((pattern) => sql`${sql.ref(column)} like lower(${pattern})`);
  return sql<boolean>`(${sql.join(like, sql` or `)})`;
}
