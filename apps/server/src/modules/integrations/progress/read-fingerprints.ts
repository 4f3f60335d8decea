import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';

/** Of everybody who watches, something that differs as soon as anything that is shown differs. */
export async function readFingerprints(
  { db }: Pick<Context, 'db'>,
  personIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ ownerId: string; print: string }>`
    select owner_id as "ownerId", md5(string_agg(concat_ws('|', id, needs_reauth, last_synced_at,
      last_error, last_sync, due_at <= now(), paused_until > now(), lease_until > now(), cursor is null,
      webhook_token_hash, credentials is null,
      (select concat_ws(',', count(*), sum(processed), sum(total), min(kind)) from sync_tasks
        where integration_id = integrations.id),
      (select concat_ws(',', count(*), max(failed_at)) from sync_failures
        where integration_id = integrations.id)), '/' order by id)) as print
    from integrations where owner_id = any(${personIds}::uuid[])
    group by owner_id`.execute(db);
  return new Map(rows.map(({ ownerId, print }) => [ownerId, print]));
}
