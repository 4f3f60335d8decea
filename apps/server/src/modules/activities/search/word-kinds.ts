import { type RawBuilder, sql } from 'kysely';

/**
 * Words that are none of a text, since those have only letters and digits: what activities are
 * filtered by, and the beginning of words that one person alone can find.
 */
export const filterWords = {
  type: (type: RawBuilder<unknown>): RawBuilder<string> => sql`'=' || ${type}`,
  contributor: (userId: RawBuilder<unknown>): RawBuilder<string> => sql`'@' || ${userId}::text`,
  hidden: (userId: RawBuilder<unknown>): RawBuilder<string> => sql`'~' || ${userId}::text || '~'`,
};
