import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { isShared } from '../withdrawing/is-shared.ts';
import type { Withdrawals } from './publishing-storage.ts';

/** Deletes the requests of accounts for which the condition on `request` holds. */
export async function endRequests(
  tx: Connection,
  { ownerId, requests }: Withdrawals,
  hasNone: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    delete from publish_requests request
    where owner_id = ${ownerId} and id = any(${requests.map(({ id }) => id)}::uuid[])
      and ${hasNone} and not ${isShared(ownerId, 'request')}
    returning account_id as "accountId"`.execute(tx);
  return rows.map(({ accountId }) => accountId);
}
