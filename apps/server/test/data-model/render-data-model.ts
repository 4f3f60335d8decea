import { sql } from 'kysely';
import { movingFates } from '#modules/personal-data/workspace-file/moved-tables.ts';
import type { Database } from '#platform/database/create-database.ts';
import { dataRegister } from '#platform/database/data-register/data-register.ts';
import type { DescribedTable, Subject } from '#platform/database/data-register/described-table.ts';
import { leavingFates } from '#platform/database/data-register/leaving-fates.ts';
import { tenantTables, type Tenancy } from '#platform/database/distribution/tenant-tables.ts';

/** A table of the migrated database. */
export interface StoredTable {
  name: string;
  /** Each with its type, and a question mark where it can be null. */
  columns: string[];
  primaryKey: string | null;
  /** The columns of its other unique indexes. */
  uniqueKeys: string[];
  /** Such as `owner_id → users`. */
  references: string[];
}

/** Reads the tables of a database, without those of its migrations. */
export async function readTables(db: Database): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select stored.relname as name, columns.columns, keys."primaryKey",
      coalesce(keys."uniqueKeys", '{}') as "uniqueKeys", coalesce(targets.names, '{}') as "references"
    from pg_class stored
    join pg_namespace schema on schema.oid = stored.relnamespace and schema.nspname = 'public'
    cross join lateral (
      select array_agg(attname || ' ' || format_type(atttypid, atttypmod)
        || case when attnotnull then '' else '?' end order by attnum) as columns
      from pg_attribute where attrelid = stored.oid and attnum > 0 and not attisdropped
    ) columns
    left join lateral (
      select max(columns) filter (where indisprimary) as "primaryKey",
        array_agg(columns order by columns) filter (where not indisprimary) as "uniqueKeys"
      from (
        select indisprimary, (
          select string_agg(pg_get_indexdef(indexrelid, place, true), ', ' order by place)
          from generate_series(1, indnkeyatts) as place
        ) || coalesce(' where ' || pg_get_expr(indpred, indrelid, true), '') as columns
        from pg_index where indrelid = stored.oid and indisunique
      ) as indexes
    ) keys on true
    left join lateral (
      select array_agg(name order by name) as names from (
        select (
          select string_agg(attname, ', ' order by place)
          from unnest(conkey) with ordinality as of_key(number, place)
          join pg_attribute on attrelid = conrelid and attnum = number
        ) || ' → ' || confrelid::regclass as name
        from pg_constraint where conrelid = stored.oid and contype = 'f'
      ) as of_table
    ) targets on true
    where stored.relkind = 'r' and stored.relname not like 'kysely_%'
    order by stored.relname`.execute(db);
  return rows;
}

/** Renders docs/data-model.md. */
export function renderDataModel(stored: readonly StoredTable[]): string {
  const byName = new Map(stored.map((table) => [table.name, table]));
  const subjects = dataRegister.map((subject) => renderSubject(subject, byName));
  return `${[head, ...subjects].join('\n\n')}\n`;
}

const head = `# Data model

Every table, by subject: what a row is, its keys, and who reads its content. This page is generated from a migrated
database and from \`platform/database/data-register\` of the server; \`npm test\` compares it with them. To write it again, run
\`npm run check:unit -- apps/server/test/data-model --update\`.

The definitions are in \`apps/server/src/migrations/baseline\`, a file for each subject, and in the migrations beside it.
What limits each table is in [bounded tables](decisions/bounded-tables.md), and what its personal data is for in
[privacy](privacy.md). A type with a question mark can be null. On a cluster
(docs/cluster.md) the rows of a table are spread by the column that is named, copied to every node, or kept on the coordinator.
Background jobs are in tables of pg-boss, which are not listed here.`;

function renderSubject(
  { title, about, tables }: Subject,
  stored: ReadonlyMap<string, StoredTable>,
): string {
  const rendered = Object.entries(tables).map(([name, described]) => {
    const table = stored.get(name);
    if (table === undefined) throw new Error(`The database has no table ${name}.`);
    return renderTable(table, described);
  });
  return [`## ${title}`, about, ...rendered].join('\n\n');
}

function renderTable(
  { name, columns, primaryKey, uniqueKeys, references }: StoredTable,
  { row, readBy, whenLeaving }: DescribedTable,
): string {
  const listed = (names: readonly string[]) => names.map((one) => `\`${one}\``).join('; ');
  return [
    `### ${name}`,
    '',
    row,
    '',
    `- Columns: ${columns.map((column) => `\`${column}\``).join(', ')}`,
    `- Key: ${primaryKey === null ? 'none' : `\`${primaryKey}\``}`,
    ...(uniqueKeys.length > 0 ? [`- Unique: ${listed(uniqueKeys)}`] : []),
    ...(references.length > 0 ? [`- Refers to: ${listed(references)}`] : []),
    `- Read by: ${readBy}`,
    ...(whenLeaving === 'notTheirs'
      ? []
      : [`- When the user leaves: ${leavingFates[whenLeaving]}`]),
    `- When its workspace moves: ${whenMoving(name)}`,
    `- On a cluster: ${whereOnCluster[tenantTables[name] ?? 'local']}`,
  ].join('\n');
}

function whenMoving(table: string): string {
  const fate = movingFates[table];
  if (fate === undefined) throw new Error(`The table ${table} has no fate when a workspace moves.`);
  return 'moves' in fate ? 'moves with it' : `stays. ${fate.stays}`;
}

const whereOnCluster: Readonly<Record<Tenancy, string>> = {
  workspace_id: 'spread by `workspace_id`',
  owner_id: 'spread by `owner_id`',
  reference: 'copied to every node',
  local: 'on the coordinator',
};
