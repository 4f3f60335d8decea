import { hash, randomInt } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';

/** Crockford's digits: none looks like another one. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits: too many to find one by its hash. */
const LENGTH = 16;

/** Replaces a user's recovery codes. @returns the new ones, which are not stored. */
export async function replaceRecoveryCodes(tx: Connection, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, createCode);
  await removeRecoveryCodes(tx, userId);
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute();
  return codes;
}

/** Uses up a recovery code. Of several requests with the same one, one succeeds. */
export async function takeRecoveryCode(
  tx: Connection,
  userId: string,
  typed: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, typed))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function removeRecoveryCodes(tx: Connection, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export async function countRecoveryCodes(db: Connection, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** In groups of four, so that a code can be read aloud. */
function createCode(): string {
  const digits = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return digits.match(/.{4}/g)?.join('-') ?? digits;
}

/** Reads a typed code leniently: without hyphens, in any case, with the letters that look like digits. */
const plainCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

const hashOf = (userId: string, code: string): Buffer =>
  hash('sha256', `recovery code\0${userId}\0${plainCode(code)}`, 'buffer');
