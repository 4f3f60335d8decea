import { dataRegister } from '#platform/database/data-register/data-register.ts';
import type { Subject } from '#platform/database/data-register/described-table.ts';
import type { TableSchema } from './read-schema.ts';

export interface BaselineFile {
  name: string;
  text: string;
}

/**
 * Writes the statements that make a schema, a file for each subject of docs/data-model.md, in an order in
 * which they can be run. A described table that the database lacks comes with a later migration.
 */
export function renderBaseline(
  tables: ReadonlyMap<string, TableSchema>,
  functions: readonly string[],
): BaselineFile[] {
  const made = new Set<string>();
  const late: string[] = [];
  const subjects = dataRegister.map((subject) => renderSubject(subject, tables, made, late));
  const files = [
    { title: 'Functions', text: [extensions, ...functions.map(renderFunction)].join('\n\n') },
    ...dataRegister.map(({ title }, index) => ({ title, text: subjects[index] ?? '' })),
    ...(late.length === 0
      ? []
      : [{ title: 'References', text: [LATE_REFERENCES, ...late].join('\n') }]),
  ];
  return files.map(({ title, text }, index) => ({
    name: `${String(index).padStart(2, '0')}-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.sql`,
    text: `${text}\n`,
  }));
}

const extensions = `create extension pg_trgm;
create extension btree_gin;

-- Orders numbers in names by their values: "Team 9" before "Team 10".
create collation natural_order (provider = icu, locale = 'en-u-kn-ks-level2');`;

const LATE_REFERENCES =
  '-- References to tables that are made after the table that refers to them.';

function renderSubject(
  { title, about, tables: described }: Subject,
  tables: ReadonlyMap<string, TableSchema>,
  made: Set<string>,
  late: string[],
): string {
  const own = inOrder(Object.keys(described).flatMap((name) => tables.get(name) ?? []));
  const parts = own.map((table) => {
    made.add(table.name);
    const comment = asComment(described[table.name]?.row ?? '');
    return `${comment}\n${renderTable(table, made, late)}`;
  });
  return [`${asComment(title)}\n--\n${asComment(about)}`, ...parts].join('\n\n');
}

/** Tables after those of the same subject that they refer to; else as they are described. */
function inOrder(tables: readonly TableSchema[]): TableSchema[] {
  const ordered: TableSchema[] = [];
  const add = (table: TableSchema, path: readonly string[]) => {
    if (ordered.includes(table) || path.includes(table.name)) return;
    for (const { target } of table.constraints) {
      const before = tables.find(({ name }) => name === target);
      if (before) add(before, [...path, table.name]);
    }
    ordered.push(table);
  };
  for (const table of tables) add(table, []);
  return ordered;
}

function renderTable(table: TableSchema, made: ReadonlySet<string>, late: string[]): string {
  const { name, columns, constraints, indexes, options } = table;
  const inline = new Map<string, string[]>();
  const below: string[] = [];
  for (const constraint of constraints) {
    const [column = '', ...others] = constraint.columns ?? [];
    const definition = inPlainSql(constraint.definition);
    if (constraint.target !== null && !made.has(constraint.target)) {
      late.push(`alter table ${name} add constraint ${constraint.name}\n  ${definition};`);
      continue;
    }
    const suffix = { p: 'pkey', u: 'key', f: 'fkey', c: 'check' }[constraint.kind];
    const own = constraint.kind === 'p' ? `${name}_pkey` : `${name}_${column}_${suffix}`;
    if (others.length === 0 && constraint.name === own && constraint.kind !== 'c') {
      inline.set(column, [...(inline.get(column) ?? []), ofColumn(definition, column)]);
      continue;
    }
    const isNamedByDefault =
      constraint.name === `${name}_pkey` ||
      constraint.name === `${name}_${(constraint.columns ?? []).join('_')}_${suffix}`;
    below.push(
      isNamedByDefault && constraint.kind !== 'c'
        ? definition
        : `constraint ${constraint.name} ${definition}`,
    );
  }
  const lines = [
    ...columns.map((column) => renderColumn(table, column, inline.get(column.name) ?? [])),
    ...below,
  ];
  const storage = options.length === 0 ? '' : ` with (${options.join(', ')})`;
  return [
    `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${storage};`,
    ...indexes.map((index) => `${inPlainSql(index).replace(' using btree', '')};`),
  ].join('\n');
}

/** `primary key (id)` as it is written beside the column: `primary key`. */
const ofColumn = (definition: string, column: string): string =>
  definition.replace(`foreign key (${column}) `, '').replace(` (${column})`, '');

function renderColumn(
  { constraints }: TableSchema,
  column: TableSchema['columns'][number],
  inline: readonly string[],
): string {
  const { name, type, isNullable } = column;
  const isKey = constraints.some(({ kind, columns }) => kind === 'p' && columns.includes(name));
  return [
    name,
    shortType(type),
    ...(isNullable || isKey ? [] : ['not null']),
    ...(column.default === null
      ? []
      : [`default ${inPlainSql(column.default).replace(/^('.*')::text$/, '$1')}`]),
    ...(column.generated === null
      ? []
      : [`generated always as (${inPlainSql(column.generated)}) ${column.storage}`]),
    ...inline,
  ].join(' ');
}

const shortType = (type: string): string =>
  type
    .replace('timestamp with time zone', 'timestamptz')
    .replace('character varying', 'varchar')
    .replace('double precision', 'float8');

/** Functions of one expression, which PostgreSQL keeps parsed; a long one is broken at its operators. */
const renderFunction = (definition: string): string => {
  const lines = inPlainSql(definition.trim().replace('CREATE OR REPLACE', 'CREATE')).split('\n');
  const broken = lines.map((line) =>
    line.length <= LINE
      ? line
      : line.startsWith('create')
        ? line.replaceAll(/\(|, /g, (separator) => `${separator.trim()}\n  `).replace(/\)$/, '\n)')
        : line.replaceAll(' || ', '\n  || '),
  );
  return `${broken.join('\n')};`;
};

/** As PostgreSQL writes it, with keywords in lower case and without the name of the schema. */
const inPlainSql = (text: string): string =>
  text
    .split(/('(?:[^']|'')*'|"(?:[^"]|"")*")/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/\b[A-Z]+\b/g, (word) => word.toLowerCase()).replaceAll('public.', ''),
    )
    .join('')
    .replaceAll(
      / = any \(array\[([^\]]*)\]\)/g,
      (_, values: string) => ` in (${values.replaceAll('::text', '')})`,
    )
    .replaceAll(/( (?:=|<>) '(?:[^']|'')*')::text/g, '$1');

const LINE = 100;

/** A comment of SQL, in lines. */
function asComment(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= LINE)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`-- ${word}`);
  }
  return lines.join('\n');
}
