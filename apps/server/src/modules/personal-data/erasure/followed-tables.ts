import type { Connection } from '#platform/database/create-database.ts';
import { lockAccounts } from '#modules/activities/lock-accounts.ts';
import { type EntryKind, noteEntries } from '../../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../../listed-accounts/note-workspace-changes.ts';
import { writeListedAccounts } from '../../listed-accounts/write-listed-accounts.ts';

/** The ids of rows of a workspace. */
interface Rows {
  workspaceId: string;
  ids: readonly string[];
}

/** A table from whose rows others are computed, or which software follows; its key is `workspace_id, id`. */
interface FollowedTable {
  kind: EntryKind;
  /** Before rows are changed (docs/ARCHITECTURE.md, "Lock order"). */
  lock?: (tx: Connection, rows: Rows) => Promise<void>;
  /** After they were changed. */
  refresh?: (tx: Connection, rows: Rows) => Promise<unknown>;
}

const tables: Readonly<Record<string, FollowedTable>> = {
  workspace_accounts: {
    kind: 'account',
    lock: (tx, { workspaceId, ids }) => lockAccounts(tx, workspaceId, ids),
    // The grid searches by a copy of the name.
    refresh: (tx, { workspaceId, ids }) => writeListedAccounts(tx, workspaceId, ids),
  },
  contacts: { kind: 'person' },
};

/**
 * Changes rows of a table with what follows from it: the rows of the grid, and what open pages and other software are
 * told.
 *
 * @param keys the keys of the rows, in the order of the table's primary key.
 */
export async function changeFollowed<Result>(
  tx: Connection,
  table: string,
  keys: readonly (readonly string[])[],
  change: () => Promise<Result>,
): Promise<Result> {
  const followed = tables[table];
  if (followed === undefined || keys.length === 0) return change();
  const idsOf = Map.groupBy(keys, ([workspaceId]) => workspaceId ?? '');
  const changed = [...idsOf].map(([workspaceId, of]) => ({
    workspaceId,
    ids: of.map(([, id]) => id ?? ''),
  }));
  for (const rows of changed) await followed.lock?.(tx, rows);
  const result = await change();
  for (const rows of changed) {
    await followed.refresh?.(tx, rows);
    await noteEntries(tx, rows.workspaceId, followed.kind, rows.ids);
  }
  await noteWorkspaceChanges(tx, idsOf.keys());
  return result;
}
