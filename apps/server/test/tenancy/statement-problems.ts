import pg from 'pg';
import { tenantTables } from '../../src/platform/database/distribution/tenant-tables.ts';
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
 * The tenants' tables that a statement reads or changes without naming to whom their rows belong, each
 * as `file: select table`, or `update` or `delete`. PostgreSQL's own plan says which tables there are and what their keys are compared with:
 * with anything but the key of another such table, or with that of one that is named.
 */
export async function statementProblems(
  client: pg.Client,
  recorded: readonly Recorded[],
): Promise<Map<string, string[]>> {
  const problems = new Map<string, string[]>();
  for (const { text, file } of recorded) {
    const statement = explainable(text);
    if (statement === undefined) continue;
    for (const table of await tablesWithoutKey(client, statement)) {
      const line = `${file}: ${table}`;
      problems.set(line, [...(problems.get(line) ?? []), statement]);
    }
  }
  return new Map([...problems].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Of a cursor its query; undefined for what has no plan, such as `begin`. */
function explainable(text: string): string | undefined {
  const statement = text
    .replace(/^\s*(\/\*.*?\*\/\s*)+/s, '')
    .replace(/^\s*declare \S+ (no scroll )?cursor for/i, '')
    .trim();
  return /^(select|with|insert|update|delete)\b/i.test(statement) ? statement : undefined;
}

/** A tenant's table in a plan. */
interface Scan {
  kind: string;
  table: string;
  alias: string;
  key: string;
}

/** Each as `select table`. */
async function tablesWithoutKey(client: pg.Client, statement: string): Promise<string[]> {
  const nodes = (await plansOf(client, statement)).flatMap(withChildren);
  const changed = new Map(nodes.flatMap(changeOf));
  const scans = nodes.flatMap((node) => scanOf(node, changed));
  const compared = nodes.flatMap(conditionsOf).flatMap(comparisons);
  const columnOf = ({ alias, key }: Scan) => `${alias}.${key}`;
  const ofTenants = new Set(scans.map(columnOf));
  const named = new Set(compared.flatMap(([one, other]) => (ofTenants.has(other) ? [] : [one])));
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
    // It inserts, and what is inserted has its key.
    if (error instanceof pg.DatabaseError && error.code === INVALID_COLUMN_REFERENCE) return [];
    throw error;
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

/** The two sides of each `a = b` in a condition, both ways round; without casts and quotes. */
function comparisons(condition: string): [string, string][] {
  const plain = condition.replaceAll(/::[\w ]+(\[\])?|"/g, '');
  return [...plain.matchAll(/([\w.$]+)\)? = \(?(\(?[\w.$]+)/g)].flatMap(
    ([, left = '', right = '']): [string, string][] => [
      [left, right],
      [right, left],
    ],
  );
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
