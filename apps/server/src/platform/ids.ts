import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/*
 * Ids that are derived from a text: the same text always has the same id, and the id does not reveal
 * the text. They are stored, so none of these functions may change its results.
 */

/** Derives an id of 32 hexadecimal digits. */
export const hexId = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

export const uuidOf = (text: string): string =>
  hexId(text).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Derives a UUID in a statement; of version 8, which is reserved for custom formats. */
export const uuidInSql = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`;
