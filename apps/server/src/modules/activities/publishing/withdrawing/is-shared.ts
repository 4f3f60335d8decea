import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the person shares a domain with the account: another one, or the same again, which a process
 * of the previous version does without completing withdrawals first.
 *
 * @param of the table with the account.
 */
export const isShared = (ownerId: string, of: 'given' | 'request'): RawBuilder<unknown> =>
  sql`exists (
    select from domain_shares share
    where share.owner_id = ${ownerId} and share.account_id = ${sql.ref(`${of}.account_id`)})`;
