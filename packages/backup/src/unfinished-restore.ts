import type { ClientBase } from 'pg';

/**
 * The comment on the schema `public` from when the former contents were dropped until everything is
 * restored. A process that is killed in between leaves it, so that no server takes what is there for
 * the whole.
 */
const MARK = 'A restore was interrupted. Restore the backup again.';

export const markUnfinished = (client: ClientBase) =>
  client.query(`comment on schema public is '${MARK}'`);

export const markFinished = (client: ClientBase) =>
  client.query('comment on schema public is null');

/** Selects `isUnfinished`. */
export const unfinishedRestoreQuery = `
  select coalesce(obj_description(to_regnamespace('public'), 'pg_namespace') = '${MARK}', false)
    as "isUnfinished"`;

export async function isRestoreUnfinished(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isUnfinished: boolean }>(unfinishedRestoreQuery);
  return rows[0]?.isUnfinished === true;
}
