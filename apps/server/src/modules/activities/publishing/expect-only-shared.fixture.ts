import { sql } from 'kysely';
import { expect } from 'vitest';
import { readLevel } from '#platform/database/level-columns.ts';
import { protectedLevel } from '../protected-level.ts';
import type { World } from './make-world.fixture.ts';
import { readOnOneNode } from './read-on-one-node.fixture.ts';

export const postponedKeys = ({ postponed }: Pick<World, 'postponed'>) =>
  postponed.flatMap(({ activity_keys: keys }) => keys);

/**
 * A user who shares nothing with an account has nothing in it, whatever requests are still to come:
 * once withdrawn, nothing is published again.
 */
export async function expectOnlyShared({ app, userIds }: World): Promise<void> {
  const { rows: owned } = await sql<InAccount>`
    select owner_id as "userId", account_id as "accountId" from domain_shares
    where owner_id = any(${userIds}::uuid[])
    union
    select owner_id, account_id from publish_requests
    where owner_id = any(${userIds}::uuid[]) and kind = 'withdrawal'`.execute(app.db);
  const { rows: contributed } = await sql<InAccount>`
    select distinct user_id as "userId", account_id as "accountId"
    from account_activity_contributors where user_id = any(${userIds}::uuid[])`.execute(app.db);
  const nameOf = ({ userId, accountId }: InAccount) => `${userId} ${accountId}`;
  const allowed = new Set(owned.map(nameOf));
  expect(contributed.filter((one) => !allowed.has(nameOf(one)))).toEqual([]);
}

const ownProtection = protectedLevel({
  ownerId: sql`published.owner_id`,
  workspaceId: sql`published.workspace_id`,
  activityKey: sql`published.activity_key`,
});

/**
 * No reader sees more of an activity than the highest level of its owner's shares with the account, whatever is
 * still to be stored at its level; no text where the workspace leaves it to those who took part; and what the stored
 * level does not show is not stored.
 */
export async function expectNoHigherLevel({ app, userIds, postponed }: World): Promise<void> {
  const keys = postponedKeys({ postponed });
  const rows = await readOnOneNode(
    app.db,
    sql<{ level: number; allowed: number | null; isClean: boolean }>`
    select ${readLevel('published', () => sql``)} as level, (
        select least(max(share.level), ${ownProtection}, (
            select 1 from workspaces
            where workspaces.id = published.workspace_id and workspaces.participants_only))
        from domain_shares share
        join captured_activity_domains link
          on link.owner_id = share.owner_id and link.domain_id = share.domain_id
        where share.owner_id = published.owner_id and share.account_id = published.account_id
          and link.captured_id = published.captured_id and not link.by_bcc_only
      ) as allowed,
      (published.level >= 1 or published.title = '' and published.participants = '[]'
          and published.start_time is null and not exists (
            select from account_message_refs where activity_id = published.id))
        and (published.level = 2 or published.summary = '' and published.location is null)
        as "isClean"
    from account_activities published
    where owner_id = any(${userIds}::uuid[]) and activity_key <> all(${keys}::uuid[])
      and not exists (
        select from publish_requests request
        where request.owner_id = published.owner_id and request.account_id = published.account_id
          and (request.kind = 'withdrawal' or published.activity_key = any(request.activity_keys)))
      and not exists (
        select from workspace_accounts account
        where account.id = published.account_id and account.deleted_at is not null)`,
  );
  expect(rows.filter(({ level, allowed }) => allowed !== null && level > allowed)).toEqual([]);
  expect(rows.filter(({ isClean }) => !isClean)).toEqual([]);
}

interface InAccount {
  userId: string;
  accountId: string;
}
