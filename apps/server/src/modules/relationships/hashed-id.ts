import { type RawBuilder, sql } from 'kysely';

/** An id made of a text: a UUID of version 8, which is free for such use. */
export const hashedId = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`;
