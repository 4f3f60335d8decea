import { activitySide } from '@repo/domain/activities/side';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type {
  StoredActivityType,
  StoredParticipant,
  StoredSide,
} from '#platform/database/schema/activities.ts';
import { levelWithin } from '../protected-level.ts';
import type { Touched } from './change.ts';
import { accountsWith } from './published-rows.ts';

/**
 * The sides of activities of a workspace as seen from all domains of their account; null for an
 * account with one domain, since the link of the captured copy already has that side.
 */
export async function sidesOfAccounts(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<(StoredSide | null)[]> {
  const accountIds = [...new Set(touched.map(({ accountId }) => accountId))];
  const domains = await severalDomains(tx, workspaceId, accountIds);
  if (domains.size === 0) return touched.map(() => null);
  const concerned = touched.filter(({ accountId }) => domains.has(accountId));
  const copies = await firstCopies(tx, workspaceId, concerned);
  return touched.map(({ accountId, activityKey }) => {
    const copy = copies.get(`${accountId} ${activityKey}`);
    const names = domains.get(accountId);
    if (copy === undefined || names === undefined) return null;
    return activitySide(copy.type, copy.participants, names);
  });
}

/** Computes the sides from the shown copies if these have been read already. */
export async function sidesOfCopies(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
  shown: readonly (Pick<FirstCopy, 'type' | 'participants'> | undefined)[],
): Promise<(StoredSide | null)[]> {
  const accountIds = [...new Set(touched.map(({ accountId }) => accountId))];
  const domains = await severalDomains(tx, workspaceId, accountIds);
  return touched.map(({ accountId }, index) => {
    const [copy, names] = [shown[index], domains.get(accountId)];
    if (copy === undefined || names === undefined) return null;
    return activitySide(copy.type, copy.participants, names);
  });
}

/** All domains of the accounts that have several, by account. */
async function severalDomains(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ accountId: string; domains: string[] }>`
    select account.id as "accountId", account.domain || array_agg(further.domain) as domains
    from account_domains further
    join workspace_accounts account
      on account.workspace_id = further.workspace_id and account.id = further.account_id
    where further.workspace_id = ${workspaceId} and further.account_id = any(${accountIds}::uuid[])
    group by account.id, account.domain`.execute(tx);
  return new Map(rows.map(({ accountId, domains }) => [accountId, domains]));
}

interface FirstCopy {
  accountId: string;
  activityKey: string;
  type: StoredActivityType;
  participants: StoredParticipant[];
}

/** The copies that are shown, by account and key: of each activity the first by `byLevelThenCapture`. */
async function firstCopies(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<Map<string, FirstCopy>> {
  const accountIds = touched.map(({ accountId }) => accountId);
  const { rows } = await sql<FirstCopy>`
    with ${accountsWith(workspaceId, accountIds)}
    select given.account_id as "accountId", given.activity_key as "activityKey", captured.type,
      captured.participants
    from unnest(
      ${accountIds}::uuid[],
      ${touched.map(({ activityKey }) => activityKey)}::uuid[]
    ) as given(account_id, activity_key)
    join accounts account on account.id = given.account_id
    cross join lateral (
      select link.captured_id, shared.owner_id
      from unnest(account.owner_ids, account.domain_ids, account.levels)
        as shared(owner_id, domain_id, level)
      cross join lateral (
        select captured_id from captured_activity_domains
        where owner_id = shared.owner_id and domain_id = shared.domain_id
          and activity_key = given.activity_key and not by_bcc_only
        offset 0
      ) link
      ${levelWithin(sql`shared.level`, {
        ownerId: sql`shared.owner_id`,
        workspaceId: sql`account.workspace_id`,
        accountId: sql`account.id`,
        capturedId: sql`link.captured_id`,
        activityKey: sql`given.activity_key`,
      })}
      where permitted.level is not null
      order by permitted.level desc, link.captured_id limit 1
    ) first
    join captured_activities captured
      on captured.owner_id = first.owner_id and captured.id = first.captured_id`.execute(tx);
  return new Map(rows.map((row) => [`${row.accountId} ${row.activityKey}`, row]));
}
