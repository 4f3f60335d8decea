import { levelNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { lockAccounts } from './lock-accounts.ts';
import { refreshPublished } from './publishing/refresh-published.ts';

/** The place of a published activity by its time. */
export interface AgedPosition {
  /** As the database writes it, to the microsecond. */
  occurredAt: string;
  id: string;
}

const FULL = sql.lit(levelNumber('full'));

/** Whether a row of `account_activities` shows its text, to everyone or to those who took part. */
const showsText = (published: string): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${published}.level`)} = ${FULL} or ${sql.ref(`${published}.is_for_participants`)})`;

/**
 * Whether a row of `account_activities` may be older than the workspace keeps it, with the row `aging` of
 * `workspace_retentions`. Rows at the level activity have the beginning of their day, and whole days that of another
 * time zone: publishing decides by the captured time, a day's difference either way.
 */
const mayBeAged = (published: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${published}.${name}`);
  return sql<boolean>`
    ${column('occurred_at')} < greatest(aging.gone_before, aging.texts_gone_before) + interval '1 day'
    and (${column('occurred_at')} < aging.gone_before + interval '1 day' or ${showsText(published)})`;
};

/**
 * Lists the next accounts of a workspace that show something older than it keeps, in the order of their ids. Those
 * under a legal hold are left alone.
 */
export async function findAgedAccounts(
  db: Connection,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account.id from workspace_accounts account
    join workspace_retentions aging on aging.workspace_id = account.workspace_id
    where account.workspace_id = ${workspaceId} and account.id > ${after}
      and not exists (
        select from account_holds hold
        where hold.workspace_id = ${workspaceId} and hold.account_id = account.id)
      and exists (
        select from account_activities published
        where published.workspace_id = ${workspaceId} and published.account_id = account.id
          and ${mayBeAged('published')})
    order by account.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

interface Removed {
  activities: number;
  texts: number;
  /** The last one that was looked at; undefined when none is left. */
  last: AgedPosition | undefined;
}

/**
 * Deletes the oldest published activities of an account that its workspace keeps no longer, and the texts of others.
 * Captured activities stay: they are their users'.
 *
 * @param after all earlier ones have been looked at.
 */
export async function removeAged(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  { after, size }: { after: AgedPosition | undefined; size: number },
): Promise<Removed> {
  await lockAccounts(tx, workspaceId, [accountId]);
  const { rows } = await sql<AgedPosition & { activityKey: string; hasText: boolean }>`
    select published.id, published.activity_key as "activityKey", ${showsText('published')} as "hasText",
      published.occurred_at::text as "occurredAt"
    from account_activities published
    join workspace_retentions aging on aging.workspace_id = published.workspace_id
    where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
      and ${mayBeAged('published')}
      and ${
        after === undefined
          ? sql`true`
          : sql`(published.occurred_at, published.id) > (${after.occurredAt}::timestamptz, ${after.id}::uuid)`
      }
    order by published.occurred_at, published.id limit ${size}`.execute(tx);
  if (rows.length === 0) return { activities: 0, texts: 0, last: undefined };
  await refreshPublished(
    tx,
    rows.map(({ activityKey }) => ({ workspaceId, accountId, activityKey })),
  );
  const { rows: left } = await sql<{ id: string; hasText: boolean }>`
    select id, ${showsText('account_activities')} as "hasText" from account_activities
    where workspace_id = ${workspaceId} and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  );
  const kept = new Map(left.map(({ id, hasText }) => [id, hasText]));
  const lost = rows.filter(({ id, hasText }) => hasText && kept.get(id) === false);
  return {
    activities: rows.length - left.length,
    texts: lost.length,
    last: rows.length < size ? undefined : rows.at(-1),
  };
}
