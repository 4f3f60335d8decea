import type { Client } from 'pg';

/** A table of the schema `public`, as its definition is written. */
export interface TableSchema {
  name: string;
  columns: {
    name: string;
    type: string;
    isNullable: boolean;
    default: string | null;
    generated: string | null;
    storage: 'stored' | 'virtual';
  }[];
  constraints: {
    name: string;
    kind: 'p' | 'u' | 'f' | 'c';
    definition: string;
    columns: string[];
    target: string | null;
  }[];
  /** The definitions of its indexes that no constraint has. */
  indexes: string[];
  /** Storage parameters, such as `toast_tuple_target=128`. */
  options: string[];
}

/** Reads the tables of a database, without those of its migrations; by name. */
export async function readTables(client: Client): Promise<Map<string, TableSchema>> {
  const { rows } = await client.query<TableSchema>(`
    select stored.relname as name, coalesce(reloptions, '{}') as options,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)
            || case when attcollation <> typcollation then ' collate ' || attcollation::regcollation else '' end,
          'isNullable', not attnotnull,
          'default', case when attgenerated = '' then pg_get_expr(adbin, adrelid, true) end,
          'generated', case when attgenerated <> '' then pg_get_expr(adbin, adrelid, true) end,
          'storage', case attgenerated when 'v' then 'virtual' else 'stored' end) order by attnum)
        from pg_attribute join pg_type on pg_type.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = stored.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(json_agg(json_build_object('name', conname, 'kind', contype,
          'definition', pg_get_constraintdef(pg_constraint.oid, true),
          'columns', (select json_agg(attname order by place)
            from unnest(conkey) with ordinality as key(number, place)
            join pg_attribute on attrelid = conrelid and attnum = number),
          'target', case when confrelid <> 0 then confrelid::regclass::text end)
          order by contype = 'p' desc, contype = 'u' desc, conname), '[]')
        from pg_constraint where conrelid = stored.oid and contype in ('p', 'u', 'f', 'c')) as constraints,
      (select coalesce(json_agg(pg_get_indexdef(indexrelid, 0, true) order by indexrelid::regclass::text), '[]')
        from pg_index where indrelid = stored.oid
          and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))) as indexes
    from pg_class stored
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    order by relname`);
  return new Map(rows.map((table) => [table.name, table]));
}

/** The definitions of the functions that no extension has made, in the order in which they were made. */
export async function readFunctions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by pg_proc.oid`);
  return rows.map(({ definition }) => definition);
}

/**
 * A line for each column, constraint, index, function, trigger, option, extension and collation: everything that a
 * schema consists of. Not-null constraints count with their columns, whatever their names.
 */
export async function readDefinitions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('column %s.%s %s %s %s %s %s', attrelid::regclass, attname,
        format_type(atttypid, atttypmod), attnotnull, attcollation::regcollation, attgenerated,
        pg_get_expr(adbin, adrelid)) as line
      from pg_attribute join pg_class stored on stored.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('options %s %s', relname, reloptions) from pg_class
      where relnamespace = 'public'::regnamespace and reloptions is not null
    union all select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select format('extension %s', extname) from pg_extension
    union all select format('collation %s %s %s', collname, colllocale, collisdeterministic)
      from pg_collation where collnamespace = 'public'::regnamespace`);
  return rows.map(({ line }) => line).toSorted();
}
