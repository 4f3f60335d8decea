import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { readLevel, showsLevel } from '#platform/database/level-columns.ts';
import { type DayWindow, inWindow } from './read-timeline.ts';

type Participants = EndpointResponse<'GET /api/accounts/{accountId}/participants'>;

/**
 * Lists the participants of a window's activities: those of the account's domains first, then by their number
 * of activities. A person is an address, under the name last seen with it. In a window with very many, the
 * newest activities count (`limits.participantActivities`).
 */
export async function listParticipants(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
  window: DayWindow,
): Promise<Participants> {
  const { rows } = await sql<{ name: string; email: string; total: number; since: Date | null }>`
    with own as materialized (
      select domain from workspace_accounts
      where workspace_id = ${workspaceId} and id = ${accountId}
      union all
      select domain from account_domains
      where workspace_id = ${workspaceId} and account_id = ${accountId}
    ), newest as (
      select participants, occurred_at, id from account_activities published
      where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
        and ${inWindow('published', window)}
        and ${showsLevel(readLevel('published', inWorkspaceOf(db, workspaceId)), 'subject')}
      order by occurred_at desc, id desc limit ${limits.participantActivities + 1}
    ), sized as materialized (
      select participants, occurred_at, row_number() over newest_first as number,
        sum(jsonb_array_length(participants)) over newest_first as size
      from newest
      window newest_first as (order by occurred_at desc, id desc)
    ), counted as materialized (
      select participants, occurred_at from sized
      where number = 1
        or number <= ${limits.participantActivities} and size <= ${limits.participantsCounted}
    ), seen as (
      select participant.email, count(*) as times,
        (array_agg(participant.name order by published.occurred_at desc)
          filter (where participant.name <> ''))[1] as name
      from counted published,
        jsonb_to_recordset(published.participants) as participant(name text, email text)
      where participant.email <> ''
      group by participant.email
    )
    select seen.email, coalesce(seen.name, '') as name, count(*) over ()::integer as total,
      case when (select count(*) from counted) < (select count(*) from sized)
        then (select min(occurred_at) from counted) end as since
    from seen
    order by
      exists (
        select from own
        where split_part(seen.email, '@', 2) = own.domain
          or split_part(seen.email, '@', 2) like '%.' || own.domain
      ) desc,
      times desc, seen.email
    limit ${limits.participantsListed}`.execute(db);
  return {
    participants: rows.map(({ name, email }) => ({ name, email })),
    total: rows[0]?.total ?? 0,
    ...(rows[0]?.since && { countedSince: rows[0].since.toISOString() }),
  };
}
