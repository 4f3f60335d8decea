import { type RawBuilder, sql } from 'kysely';

/**
 * Prefixes of words that cannot occur in a text, since those consist of letters and digits only:
 * words for filters, and words that only one user can find.
 */
export const filterWords = {
  type: (type: RawBuilder<unknown>): RawBuilder<string> => sql`'=' || ${type}`,
  contributor: (userId: RawBuilder<unknown>): RawBuilder<string> => sql`'@' || ${userId}::text`,
  hidden: (userId: RawBuilder<unknown>): RawBuilder<string> => sql`'~' || ${userId}::text || '~'`,
};
