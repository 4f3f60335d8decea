import type { Client } from 'pg';
import { type Tenancy, tenantTables } from './distribution/tenant-tables.ts';

interface Key {
  table: string;
  name: string;
  columns: string[];
}

interface ForeignKey extends Key {
  target: string;
  /** Of the target, in the order of the own ones. */
  targetColumns: string[];
  /** Set to null or to a default when the target is deleted or changed. */
  isReset: boolean;
}

const columnsOf = (relation: string, keys: string) => `array(
  select attname::text from unnest(${keys}) with ordinality as given(number, position)
  join pg_attribute on attrelid = ${relation} and attnum = number order by position)`;

/** The keys and constraints that a distributed database would refuse, each as `table: reason`, sorted. */
export async function schemaProblems(
  client: Client,
  tenancies: Readonly<Record<string, Tenancy>> = tenantTables,
): Promise<string[]> {
  const tenancyOf = (table: string): Tenancy => tenancies[table] ?? 'local';
  const keyed = Object.entries(tenancies).filter(([, tenancy]) => tenancy.endsWith('_id'));
  const { rows: columns } = await client.query<{ table: string; name: string; type: string }>(`
    select table_name as table, column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public'`);
  const lacking = keyed.flatMap(([table, key]) => {
    const column = columns.find((one) => one.table === table && one.name === key);
    if (column === undefined) return [`${table}: has no column ${key}`];
    // Tables with keys of different types cannot be joined within a node.
    return column.type === 'uuid' ? [] : [`${table}: ${key} is of type ${column.type}`];
  });
  const { rows: unique } = await client.query<Key>(`
    select tablename as table, indexname as name, array(
      select attname::text from pg_attribute where attrelid = indexrelid) as columns
    from pg_indexes join pg_index on indexrelid = format('%I.%I', schemaname, indexname)::regclass
    where schemaname = 'public' and indisunique`);
  const withoutKey = unique
    .filter(({ table, columns }) => {
      const key = tenancyOf(table);
      return key.endsWith('_id') && !columns.includes(key);
    })
    .filter(({ table }) => !lacking.some((line) => line.startsWith(`${table}:`)))
    .map(({ table, name }) => `${table}: ${name} does not contain ${tenancyOf(table)}`);
  const { rows: foreign } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name,
      confrelid::regclass::text as target, ${columnsOf('conrelid', 'conkey')} as columns,
      ${columnsOf('confrelid', 'confkey')} as "targetColumns",
      confdeltype in ('n', 'd') or confupdtype in ('n', 'd') as "isReset"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  const undistributable = foreign.flatMap((key) => {
    const { table, name, target, columns, targetColumns, isReset } = key;
    const [own, theirs] = [tenancyOf(table), tenancyOf(target)];
    // Distributing takes the foreign keys of local tables off: no code relies on them, and on one
    // machine they guard against mistakes.
    if (own === 'local' || theirs === 'reference') return [];
    const problem = `${table}: ${name} refers to ${target}, which`;
    if (own !== theirs) return [`${problem} belongs to ${theirs}`];
    if (!own.endsWith('_id')) return [];
    const position = columns.indexOf(own);
    if (position === -1) return [`${problem} it names without ${own}`];
    if (targetColumns[position] !== theirs) return [`${problem} it names by another column`];
    return isReset ? [`${table}: ${name} would change ${own}`] : [];
  });
  const { rows: exclusions } = await client.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'x' and connamespace = 'public'::regnamespace`);
  const exclusive = exclusions
    .filter(({ table }) => tenancyOf(table) !== 'local')
    .map(({ table, name }) => `${table}: has the exclusion constraint ${name}`);

  const { rows: triggers } = await client.query<{ table: string; name: string }>(`
    select relname::text as table, tgname as name
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`);
  const triggered = triggers.map(({ table, name }) => `${table}: has the trigger ${name}`);
  return [...lacking, ...withoutKey, ...undistributable, ...exclusive, ...triggered].sort();
}
