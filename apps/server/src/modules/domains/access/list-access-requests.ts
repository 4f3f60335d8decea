import type { AccessRequest } from '@repo/contract/access-requests';
import { limits } from '@repo/contract/limits';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { isHolding } from '#modules/activities/holding-requests.ts';
import { listedTitle } from '#modules/activities/listed-title.ts';

type Row = Omit<AccessRequest, 'occurredAt' | 'askedAt'> & {
  occurredAt: Date;
  askedAt: Date;
};

/** The open requests for conversations of a user, then the running grants; each the newest first. */
export async function listAccessRequests(
  db: Connection,
  ownerId: string,
): Promise<AccessRequest[]> {
  const { rows } = await sql<Row>`
    select request.id, json_build_object('name', asker.name, 'email', asker.email) as by,
      json_build_object('id', workspace.id, 'slug', workspace.slug, 'name', workspace.name,
        'orgSlug', organization.slug) as workspace,
      share.account_id as "accountId", published_id(share.account_id, shown.activity_key) as "activityId",
      shown.type, ${listedTitle(sql`shown.title`)} as title, shown.occurred_at as "occurredAt",
      domain.domain, request.asked_at as "askedAt", request.is_granted is true as "isGranted",
      request.last_day as "lastDay"
    from access_requests request
    join domain_shares share on share.owner_id = request.owner_id
      and share.domain_id = request.domain_id and share.workspace_id = request.workspace_id
    join domains domain on domain.owner_id = request.owner_id and domain.id = request.domain_id
    join users asker on asker.id = request.asker_id
    join workspaces workspace on workspace.id = request.workspace_id and workspace.archived_at is null
    join organizations organization on organization.id = workspace.organization_id
    -- What was asked for first. It may have been deleted at the provider meanwhile.
    cross join lateral (
      select captured.activity_key, captured.type, captured.title, captured.occurred_at
      from captured_activity_domains link
      join captured_activities captured
        on captured.owner_id = link.owner_id and captured.id = link.captured_id
      where link.owner_id = ${ownerId} and captured.owner_id = ${ownerId}
        and link.domain_id = request.domain_id
        and link.activity_key = request.refs[1] and not link.by_bcc_only
      order by captured.id limit 1
    ) shown
    where request.owner_id = ${ownerId} and request.is_granted is distinct from false
      and ${isHolding('request')}
    order by request.is_granted is true, coalesce(request.answered_at, request.asked_at) desc, request.id
    limit ${limits.accessRequestsListed}`.execute(db);
  return rows.map(({ occurredAt, askedAt, domain, ...row }) => ({
    ...row,
    domain: shownDomain(domain),
    occurredAt: occurredAt.toISOString(),
    askedAt: askedAt.toISOString(),
  }));
}
