import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { usesOf } from '#platform/database/data-register/described-table.ts';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';
import type { MovedWorkspace } from './moved-workspace.ts';
import { movedTables } from './moved-tables.ts';

/** Columns of the use `key` that name users. */
const furtherUserColumns: Readonly<Record<string, string>> = { access_requests: 'asker_id' };

/** Finds the ids by which the rows of a workspace are found. */
export async function findMovedWorkspace(
  db: Connection,
  { id: workspaceId, organizationId }: { id: string; organizationId: string },
): Promise<MovedWorkspace> {
  const shares = await sql<{ owner: string; domain: string; isShared: boolean }>`
    select owner_id as owner, domain_id as domain, true as "isShared"
    from domain_shares where workspace_id = ${workspaceId}
    union all
    select owner_id, domain_id, false from publish_requests
    where workspace_id = ${workspaceId} and domain_id is not null`.execute(db);
  const lost = await sql<{ owner: string; domain: string }>`
    select owner_id as owner, domain_id as domain
    from deleted_account_shares join deleted_accounts using (account_id)
    where workspace_id = ${workspaceId}
    union all
    select owner_id, domain_id from left_shares where workspace_id = ${workspaceId}`.execute(db);
  const sharers = await sql<{ owner: string }>`
    select user_id as owner from memberships where workspace_id = ${workspaceId}
    union select user_id from former_memberships where workspace_id = ${workspaceId}`.execute(db);
  const found = [...shares.rows, ...lost.rows];
  const domainsOf = (rows: { domain: string }[]) => unique(rows.map(({ domain }) => domain));
  const moved: MovedWorkspace = {
    workspaceId,
    organizationId,
    ownerIds: unique([...sharers.rows, ...found].map(({ owner }) => owner)),
    sharedDomainIds: domainsOf(shares.rows.filter(({ isShared }) => isShared)),
    domainIds: domainsOf(found),
    userIds: [],
  };
  return { ...moved, userIds: await findNamedUsers(db, moved) };
}

async function findNamedUsers(db: Connection, moved: MovedWorkspace): Promise<string[]> {
  const ids = new Set(moved.ownerIds);
  for (const { table, rows } of movedTables) {
    // Rows of one owner name hardly anyone else.
    const owners = tenantTables[table] === 'owner_id' ? moved.ownerIds : [''];
    for (const column of userColumnsOf(table)) {
      for (const owner of owners) {
        const named = await sql<{ id: string }>`
          select distinct ${sql.ref(column)} as id from ${sql.table(table)}
          where ${rows(moved, owner)} and ${sql.ref(column)} is not null`.execute(db);
        for (const { id } of named.rows) ids.add(id);
      }
    }
  }
  return [...ids].sort();
}

/** The columns of a table that name users, without the one by which its rows are found. */
function userColumnsOf(table: string): string[] {
  const described = describedTables[table];
  if (described === undefined) return [];
  const columns = [...usesOf(described)].flatMap(([column, use]) =>
    use === 'user' && !(column === 'owner_id' && tenantTables[table] === 'owner_id')
      ? [column]
      : [],
  );
  const further = furtherUserColumns[table];
  return further === undefined ? columns : [...columns, further];
}

const unique = (ids: string[]): string[] => [...new Set(ids)].sort();
