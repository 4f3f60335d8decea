import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';

/** Changes that one request numbers. */
const MAX_NUMBERED = 1_000;

/** The numbers that the changes of a workspace have got. */
export interface ChangePosition {
  epoch: string;
  lastNumber: number;
}

/** Returns the position of a workspace, which is followed from now on. */
export async function readPosition(db: Connection, workspaceId: string): Promise<ChangePosition> {
  const read = async () => {
    const { rows } = await sql<ChangePosition>`
      select epoch, last_number as "lastNumber" from change_positions
      where workspace_id = ${workspaceId}`.execute(db);
    return rows[0];
  };
  const known = await read();
  if (known !== undefined) return known;
  await sql`
    insert into change_positions (workspace_id) values (${workspaceId})
    on conflict (workspace_id) do nothing`.execute(db);
  const made = await read();
  if (made === undefined)
    throw new Error('The position of a workspace that was just stored is gone.');
  return made;
}

/**
 * Numbers changes that have none. They are visible, so committed; whatever is committed later gets a higher number,
 * however long its transaction took. Readers therefore miss nothing (docs/decisions/following-changes.md). Does nothing
 * while another request numbers them.
 */
export async function numberChanges(
  db: Database,
  workspaceId: string,
  limit = MAX_NUMBERED,
): Promise<number> {
  const { rows: waiting } = await sql`
    select from changed_entries
    where workspace_id = ${workspaceId} and number is null limit 1`.execute(db);
  if (waiting.length === 0) return 0;
  return db.transaction().execute(async (tx) => {
    const { rows: positions } = await sql<{ last: number }>`
      select last_number as last from change_positions
      where workspace_id = ${workspaceId} for no key update skip locked`.execute(tx);
    const [position] = positions;
    if (position === undefined) return 0;
    const { rows } = await sql<{ numbered: number }>`
      with due as (
        select id, row_number() over (order by id) as position
        from (
          select id from changed_entries
          where workspace_id = ${workspaceId} and number is null
          order by id limit ${limit}
        ) waiting
      ), numbered as (
        update changed_entries change set number = ${position.last}::bigint + due.position
        from due
        where change.workspace_id = ${workspaceId} and change.id = due.id
        returning 1
      )
      select count(*) as numbered from numbered`.execute(tx);
    const numbered = rows[0]?.numbered ?? 0;
    // Gaps are harmless: some may have been removed meanwhile.
    await sql`
      update change_positions set last_number = last_number + ${limit}
      where workspace_id = ${workspaceId} and ${numbered}::integer > 0`.execute(tx);
    return numbered;
  });
}
