import { type RawBuilder, sql } from 'kysely';

/** Derives an id from a text: a UUID of version 8, which is reserved for custom formats. */
export const hashedId = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`;
