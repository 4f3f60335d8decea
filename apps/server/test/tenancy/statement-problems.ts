import pg from 'pg';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';
import { exceptions } from './exceptions.ts';
import type { Recorded } from './record-statements.ts';

/** Of a plan as PostgreSQL describes it in JSON; the rest is not looked at. */
interface PlanNode {
  Plans?: PlanNode[];
  'Relation Name'?: string;
  Alias?: string;
  [condition: string]: unknown;
}

const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
];

/**
 * The tenants' tables that a statement reads or changes without naming to whom their rows belong, each as
 * `file: select table`, or `update` or `delete`. PostgreSQL's own plan says which tables there are and what
 * their keys are compared with: with anything but the key of another such table, or with that of one that is
 * named.
 */
export async function statementProblems(
  client: pg.Client,
  recorded: readonly Recorded[],
): Promise<Map<string, string[]>> {
  const problems = new Map<string, string[]>();
  for (const { text, file } of recorded) {
    const statement = withoutComments(text);
    const tables = isExplainable(statement)
      ? await tablesWithoutKey(client, statement)
      : tablesNamed(statement);
    for (const table of tables) {
      const line = `${file}: ${table}`;
      problems.set(line, [...(problems.get(line) ?? []), statement]);
    }
  }
  return new Map([...problems].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Of a cursor its query. */
const withoutComments = (text: string): string =>
  text
    .replace(/^(\s|\/\*.*?\*\/|--[^\n]*(\n|$))+/s, '')
    .replace(/^declare \S+ (no scroll )?cursor for/i, '')
    .trim();

const isExplainable = (statement: string): boolean =>
  /^\(*\s*(select|with|insert|update|delete|merge|table|values)\b/i.test(statement);

/** What has no plan, such as `truncate`, names no tenant either. */
const tablesNamed = (statement: string): string[] =>
  Object.keys(tenantTables)
    .filter((table) => tenantTables[table]?.endsWith('_id'))
    .filter((table) => new RegExp(`\\b${table}\\b`).test(statement))
    .map((table) => `${/^\w*/.exec(statement)?.[0].toLowerCase()} ${table}`);

/** A tenant's table in a plan. */
interface Scan {
  kind: string;
  table: string;
  alias: string;
  key: string;
}

const namesTenant = /\.(owner_id|user_id|workspace_id)$/;

/** Each as `select table`. */
async function tablesWithoutKey(client: pg.Client, statement: string): Promise<string[]> {
  const nodes = (await plansOf(client, statement)).flatMap(withChildren);
  const changed = new Map(nodes.flatMap(changeOf));
  const scans = nodes.flatMap((node) => scanOf(node, changed));
  const compared = nodes.flatMap(conditionsOf).flatMap(comparisons);
  const columnOf = ({ alias, key }: Scan) => `${alias}.${key}`;
  const ofTenants = new Set(scans.map(columnOf));
  const aliases = new Set(scans.map(({ alias }) => alias));
  // Of the columns of such tables, only those that refer to a user or a workspace say whose it is.
  const saysNothing = (side: string) =>
    ofTenants.has(side) || (aliases.has(side.split('.')[0] ?? '') && !namesTenant.test(side));
  const named = new Set(compared.flatMap(([one, other]) => (saysNothing(other) ? [] : [one])));
  // Joined by their keys, tables are named together.
  for (let size = -1; size !== named.size;) {
    size = named.size;
    for (const [one, other] of compared) if (named.has(other)) named.add(one);
  }
  const unnamed = scans.filter((scan) => !named.has(columnOf(scan)));
  return [...new Set(unnamed.map(({ kind, table }) => `${kind} ${table}`))].sort();
}

/** What PostgreSQL says of an `on conflict` that only fits a partial index once a parameter is known. */
const INVALID_COLUMN_REFERENCE = '42P10';

async function plansOf(client: pg.Client, statement: string): Promise<PlanNode[]> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (generic_plan, verbose, format json) ${statement}`,
    );
    return (rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan: plan }) => plan);
  } catch (error) {
    const isInvalid = error instanceof pg.DatabaseError && error.code === INVALID_COLUMN_REFERENCE;
    const other = statement.replace(/on conflict[^;]*?do (nothing|update\s+set.*)/is, '');
    if (!isInvalid || other === statement) throw error;
    return plansOf(client, other);
  }
}

const withChildren = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(withChildren),
];

/** What is done to the rows that a scan with this alias finds, unless they are only read. */
function changeOf({ 'Node Type': type, Operation: operation, Alias: alias }: PlanNode) {
  const isChange = type === 'ModifyTable' && alias !== undefined;
  return isChange ? [[alias, String(operation).toLowerCase()] as const] : [];
}

function scanOf(
  { 'Node Type': type, 'Relation Name': table, Alias: alias }: PlanNode,
  changed: ReadonlyMap<string, string>,
): Scan[] {
  const key = table === undefined ? undefined : tenantTables[table];
  if (table === undefined || alias === undefined || !key?.endsWith('_id')) return [];
  // What changes a table has a scan below it that finds the rows; what is inserted has its key.
  const kind = changed.get(alias) ?? 'select';
  return String(type).endsWith('Scan') ? [{ kind, table, alias, key }] : [];
}

const conditionsOf = (node: PlanNode): string[] =>
  CONDITIONS.flatMap((name) => (typeof node[name] === 'string' ? [node[name]] : []));

/**
 * The two sides of each `a = b` that has to be true for a condition, both ways round; without casts and
 * quotes. One that may be false, such as a part of an `or`, says nothing.
 */
function comparisons(condition: string): [string, string][] {
  const plain = condition.replaceAll(/::[\w ]+(\[\])?|"/g, '');
  return conjuncts(plain)
    .map(withEquality)
    .flatMap((part): [string, string][] => {
      const [left = '', right = '', ...others] = part.split(' = ').map(withoutParentheses);
      if (others.length > 0 || right === '' || /\b(OR|NOT|CASE|IS)\b/.test(part)) return [];
      return [
        [left, right],
        [right, left],
      ];
    });
}

/** `a is not distinct from b`, which a plan writes as the negation, holds for rows of the same tenant as well. */
const withEquality = (part: string): string => {
  const [, compared] = /^NOT (\(.* IS DISTINCT FROM .*\))$/.exec(part) ?? [];
  return compared === undefined
    ? part
    : withoutParentheses(compared).replace(' IS DISTINCT FROM ', ' = ');
};

/** The parts of a condition that all have to be true. */
function conjuncts(condition: string): string[] {
  const text = withoutParentheses(condition);
  const parts = splitOutside(text, ' AND ');
  return parts.length === 1 ? [text] : parts.flatMap(conjuncts);
}

/** Without those around all of it. */
function withoutParentheses(text: string): string {
  const trimmed = text.trim();
  const isEnclosed = trimmed.startsWith('(') && closingOf(trimmed, 0) === trimmed.length - 1;
  return isEnclosed ? withoutParentheses(trimmed.slice(1, -1)) : trimmed;
}

function closingOf(text: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [depth, begin] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(begin, at));
      begin = at + separator.length;
    }
  }
  return [...parts, text.slice(begin)];
}

/**
 * The findings of `statementProblems` beside the known exceptions, each with the first such
 * statement.
 */
export async function unexpectedProblems(
  databaseUrl: string,
  recorded: readonly Recorded[],
): Promise<[line: string, statement: string | undefined][]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const problems = await statementProblems(client, recorded);
    return [...problems].flatMap(([line, [statement]]) =>
      line in exceptions ? [] : [[line, statement]],
    );
  } finally {
    await client.end();
  }
}
