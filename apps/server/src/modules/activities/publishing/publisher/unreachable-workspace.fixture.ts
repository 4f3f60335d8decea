import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

/**
 * Makes statements on the accounts of a workspace fail as those on a machine that does not respond:
 * everything that publishes or withdraws looks at the account first. Responds again after the returned
 * function.
 */
export async function makeUnreachable(
  db: Database,
  workspaceId: string,
): Promise<() => Promise<void>> {
  await sql`
    create function require_reachable(workspace_id uuid) returns boolean language plpgsql as
    $$ begin
      if workspace_id = ${sql.lit(workspaceId)} then
        raise exception 'connection to the remote node failed' using errcode = '08006';
      end if;
      return true;
    end $$`.execute(db);
  await sql`create policy reachable on workspace_accounts using (require_reachable(workspace_id))`.execute(
    db,
  );
  await sql`
    alter table workspace_accounts enable row level security, force row level security`.execute(db);
  return async () => {
    await sql`
      alter table workspace_accounts disable row level security, no force row level security`.execute(
      db,
    );
    await sql`drop policy reachable on workspace_accounts`.execute(db);
    await sql`drop function require_reachable`.execute(db);
  };
}
