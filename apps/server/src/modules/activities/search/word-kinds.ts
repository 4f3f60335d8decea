import { type RawBuilder, sql } from 'kysely';

/**
 * Search words for filters, and words that only one user can find. Their first characters cannot
 * occur in the words of a text, which consist of letters and digits only.
 */
export const filterWords = {
  type: (type: string): string => `=${type}`,
  contributor: (userId: string): string => `@${userId}`,
  hidden: (userId: string, word: string): string => `~${userId}~${word}`,
};

/** The filter words in SQL. */
export const filterWordsSql = {
  type: (type: RawBuilder<unknown>): RawBuilder<string> => sql`'=' || ${type}`,
  contributor: (userId: RawBuilder<unknown>): RawBuilder<string> => sql`'@' || ${userId}::text`,
  hidden: (userId: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<string> =>
    sql`'~' || ${userId}::text || '~' || ${word}`,
};
