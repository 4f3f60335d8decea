import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

export interface Backlog {
  provider: string;
  /** Integrations that are connected. */
  connected: number;
  due: number;
  running: number;
  failing: number;
  needsReauth: number;
  /** The time for which the integration that has waited longest has been due; seconds. */
  oldestSeconds: number;
}

/** The integrations that wait, run and fail, by provider. */
export async function readBacklog(db: Connection): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select provider,
      count(*) filter (where credentials is not null)::int as connected,
      count(*) filter (where is_due)::int as due,
      count(*) filter (where lease_until > now() and not reads_history)::int as running,
      count(*) filter (where failures > 0)::int as failing,
      count(*) filter (where needs_reauth)::int as "needsReauth",
      coalesce(extract(epoch from now() - min(due_at) filter (where is_due)), 0)::float
        as "oldestSeconds"
    from (select *, due_at <= now() and lease_until is null and credentials is not null
        and not needs_reauth and (paused_until is null or paused_until <= now()) as is_due
      from integrations) as integrations
    group by provider`.execute(db);
  return rows;
}
