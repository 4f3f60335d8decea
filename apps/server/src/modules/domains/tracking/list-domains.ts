import type { EndpointResponse } from '@repo/contract/endpoints';
import type { TrackedDomain } from '@repo/contract/domains';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { levelOfNumber } from '@repo/domain/sharing/share-level';

export interface DomainsPage {
  /** The page size; the whole list, up to `limits.trackedDomains`, where absent. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/**
 * Lists a user's tracked domains, newest first, with the number of captured activities.
 *
 * Activities are counted in an index, domain by domain, without reading them: the planner estimates a user's
 * activities by the average user and, with millions of others', would read all of them. A million activities
 * of one user take 0.4 s.
 */
export async function listDomains(
  db: Connection,
  userId: string,
  { limit, cursor }: DomainsPage = {},
): Promise<EndpointResponse<'GET /api/accounts'>> {
  const size = limit ?? limits.trackedDomains;
  // One row more than the page shows whether there is another page.
  const { rows } = await sql<DomainRow>`
    with listed as materialized (
      select id, domain, owner_id, added_at from domains
      where owner_id = ${userId} ${cursor === undefined ? sql`` : afterCursor(cursor)}
      order by added_at desc, id desc
      limit ${size + 1}
    ), upcoming as materialized (
      select id from captured_activities where owner_id = ${userId} and occurred_at > now()
    )
    select domain.id, domain.domain, domain.added_at as "addedAt",
      (extract(epoch from domain.added_at) * 1000000)::bigint as "addedMicros",
      captured.activities as "activityCount",
      samples.emails, samples.names,
      workspace.id as "workspaceId", workspace.name as "workspaceName", share.level
    from listed domain
    left join lateral (
      select count(distinct link.activity_key) as activities
      from captured_activity_domains link
      where link.owner_id = ${userId} and link.domain_id = domain.id
        -- Meetings that lie ahead are not counted, as in the account.
        and link.captured_id not in (select id from upcoming)
    ) captured on true
    left join discovered_samples samples
      on samples.owner_id = domain.owner_id and samples.domain = domain.domain
    left join domain_shares share
      on share.owner_id = domain.owner_id and share.domain_id = domain.id
    left join workspaces workspace on workspace.id = share.workspace_id
    order by domain.added_at desc, domain.id desc`.execute(db);
  const hasMore = rows.length > size;
  const shown = hasMore ? rows.slice(0, size) : rows;
  const domains = shown.map(toTrackedDomain);
  if (limit === undefined) return { domains };
  const last = shown.at(-1);
  const next = hasMore && last && { nextCursor: `${last.addedMicros}_${last.id}` };
  return { domains, page: { total: await countDomains(db, userId), ...next } };
}

/** @param cursor as the contract checked it. */
function afterCursor(cursor: string) {
  const [micros, id] = cursor.split('_');
  return sql`and (added_at, id) <
    (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;
}

async function countDomains(db: Connection, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('domains')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}

interface ShareRow {
  workspaceId: string | null;
  workspaceName: string | null;
  level: number | null;
}

interface DomainRow extends ShareRow {
  id: string;
  domain: string;
  addedAt: Date;
  /** `addedAt` in microseconds since 1970, as exact as the database has it. */
  addedMicros: number;
  activityCount: number;
  emails: string[] | null;
  names: string[] | null;
}

function toTrackedDomain({
  id,
  domain,
  addedAt,
  activityCount,
  emails,
  names,
  workspaceId,
  workspaceName,
  level,
}: DomainRow): TrackedDomain {
  return {
    id,
    domain: shownDomain(domain),
    addedAt: addedAt.toISOString(),
    activityCount,
    sampleEmails: emails ?? [],
    sampleNames: names ?? [],
    workspaceShares:
      workspaceId === null || level === null
        ? []
        : [{ workspaceId, workspace: { name: workspaceName ?? '' }, level: levelOfNumber(level) }],
  };
}
