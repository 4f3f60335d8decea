import type { TrackedDomain } from '@repo/contract/domains';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { shownDomain } from './shown-domain.ts';

/** The domains that a person tracks, newest first, with what is captured of each. */
export async function listDomains(db: Connection, personId: string): Promise<TrackedDomain[]> {
  const { rows } = await sql<DomainRow>`
    select domain.id, domain.domain, domain.added_at as "addedAt",
      coalesce(captured.activities, 0) as "activityCount",
      samples.emails, samples.names,
      workspace.id as "workspaceId", workspace.name as "workspaceName"
    from domains domain
    left join (
      select link.domain_id, count(distinct link.activity_key) as activities
      from captured_activity_domains link
      -- Meetings that lie ahead are not counted, as in the account.
      join captured_activities activity
        on activity.id = link.captured_id and activity.occurred_at <= now()
      where link.domain_id in (select id from domains where owner_id = ${personId})
      group by link.domain_id
    ) captured on captured.domain_id = domain.id
    left join discovered_samples samples
      on samples.owner_id = domain.owner_id and samples.domain = domain.domain
    left join domain_shares share on share.domain_id = domain.id
    left join workspaces workspace on workspace.id = share.workspace_id
    where domain.owner_id = ${personId}
    order by domain.added_at desc, domain.id desc`.execute(db);
  return rows.map(({ id, domain, addedAt, activityCount, emails, names, ...share }) => ({
    id,
    domain: shownDomain(domain),
    addedAt: addedAt.toISOString(),
    activityCount,
    sampleEmails: emails ?? [],
    sampleNames: names ?? [],
    workspaceShares: sharesOf(share),
  }));
}

interface ShareRow {
  workspaceId: string | null;
  workspaceName: string | null;
}

interface DomainRow extends ShareRow {
  id: string;
  domain: string;
  addedAt: Date;
  activityCount: number;
  emails: string[] | null;
  names: string[] | null;
}

function sharesOf({ workspaceId, workspaceName }: ShareRow): TrackedDomain['workspaceShares'] {
  if (workspaceId === null) return [];
  return [{ workspaceId, workspace: { name: workspaceName ?? '' } }];
}
