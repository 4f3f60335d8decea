import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { storageBy } from '#platform/database/distribution/storage.ts';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';

const isCluster = storageBy({ oneNode: false, cluster: true });

/**
 * Reads with a statement of a test that joins rows of users with those of workspaces. A cluster refuses it,
 * and gets it for copies of its tables, which hide them from this statement.
 */
export async function readOnOneNode<Row>(db: Database, query: RawBuilder<Row>): Promise<Row[]> {
  if (!isCluster(db)) return (await query.execute(db)).rows;
  return db.transaction().execute(async (tx) => {
    const text = query.compile(tx).sql;
    for (const [table, tenancy] of Object.entries(tenantTables)) {
      if (tenancy === 'local' || !new RegExp(String.raw`\b${table}\b`).test(text)) continue;
      await sql`
        create temp table ${sql.table(table)} on commit drop
        as select * from ${sql.table(`public.${table}`)}`.execute(tx);
    }
    return (await query.execute(tx)).rows;
  });
}
