import { pageQuery } from '@repo/contract/fields';
import { listAllWorkspaces } from '#modules/admin/list-all-workspaces.ts';
import { listOrganizations } from '#modules/admin/list-organizations.ts';
import { listUsers } from '#modules/admin/list-users.ts';
import { listChanges } from '#modules/audit/list-changes.ts';
import { listInvitations } from '#modules/workspaces/list-invitations.ts';
import { listMembers } from '#modules/workspaces/list-members.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { offsetOf, type Page, pageOf, type PageRequest } from '#platform/paging/page-request.ts';
import {
  type AdministeredServer,
  type CliContext,
  type Command,
  type Given,
  option,
  type Outcome,
  UsageError,
} from '../command.ts';
import { findUserByEmail, findWorkspaceId } from '../find-named.ts';
import { printableLine } from '../printable.ts';

type Cells = readonly (string | number)[];

interface Table {
  page: Page<object>;
  head: Cells;
  rows: Cells[];
}

/** A list, from the database or over the API, as a table. */
interface Lister {
  read: (context: CliContext, request: PageRequest, given: Given) => Promise<Table>;
  onServer: (server: AdministeredServer, request: PageRequest, given: Given) => Promise<Table>;
}

interface ListOf<Item> {
  read: (context: CliContext, request: PageRequest, given: Given) => Promise<Page<Item>>;
  onServer: (server: AdministeredServer, request: PageRequest, given: Given) => Promise<Page<Item>>;
  head: Cells;
  row: (item: Item) => Cells;
}

function listOf<Item extends object>({ read, onServer, head, row }: ListOf<Item>): Lister {
  const toTable = (page: Page<Item>): Table => ({ page, head, rows: page.items.map(row) });
  return {
    read: async (...given) => toTable(await read(...given)),
    onServer: async (...given) => toTable(await onServer(...given)),
  };
}

const yes = (flag: boolean) => (flag ? 'yes' : 'no');

const lists: Record<string, Lister> = {
  users: listOf({
    read: ({ db }, request) => listUsers(db, request),
    onServer: ({ call }, query) => call('GET /api/admin/users', { query }),
    head: ['EMAIL', 'NAME', 'ADMIN', 'ACTIVE', 'ORGANIZATIONS'],
    row: (user) => [
      user.email,
      user.name,
      yes(user.isAdmin),
      yes(user.isActive),
      user.organizations.map(({ name }) => name).join(', '),
    ],
  }),
  organizations: listOf({
    read: ({ db }, request) => listOrganizations(db, request),
    onServer: ({ call }, query) => call('GET /api/admin/organizations', { query }),
    head: ['SLUG', 'NAME', 'WORKSPACES', 'MEMBERS'],
    row: (one) => [one.slug, one.name, one.workspaceCount, one.memberCount],
  }),
  workspaces: listOf({
    read: ({ db }, request) => listAllWorkspaces(db, request),
    onServer: ({ call }, query) => call('GET /api/admin/workspaces', { query }),
    head: ['WORKSPACE', 'NAME', 'ORGANIZATION', 'MEMBERS'],
    row: (one) => [
      `${one.organization.slug}/${one.slug}`,
      one.name,
      one.organization.name,
      one.memberCount,
    ],
  }),
  members: listOf({
    read: async ({ db }, request, given) =>
      listMembers(db, await findWorkspaceId(db, workspaceOf(given)), request),
    onServer: async ({ call, findWorkspaceId: find }, query, given) =>
      call('GET /api/workspaces/{workspaceId}/members', {
        params: { workspaceId: await find(workspaceOf(given)) },
        query,
      }),
    head: ['EMAIL', 'NAME', 'ROLE', 'STATE'],
    row: ({ email, name, role, state }) => [email, name, role, state],
  }),
  invitations: listOf({
    read: async ({ db }, request, given) => {
      const workspaceId = await findWorkspaceId(db, workspaceOf(given));
      return pageOfAll(await listInvitations(db, commandLineManager, workspaceId), request);
    },
    onServer: async ({ call, findWorkspaceId: find }, request, given) => {
      const params = { workspaceId: await find(workspaceOf(given)) };
      const { items } = await call('GET /api/workspaces/{workspaceId}/invitations', { params });
      return pageOfAll(items, request);
    },
    head: ['EMAIL', 'ROLE', 'STATE', 'EXPIRES'],
    row: ({ email, role, state, expiresAt }) => [email, role, state, expiresAt],
  }),
  audit: listOf({
    read: async ({ db }, request, given) => {
      const email = given.optional('person');
      const person = email === undefined ? undefined : (await findUserByEmail(db, email)).id;
      return listChanges(db, { ...request, person });
    },
    onServer: async ({ call, findUser }, request, given) => {
      const email = given.optional('person');
      const person = email === undefined ? undefined : (await findUser(email)).id;
      return call('GET /api/admin/audit', { query: { ...request, person } });
    },
    head: ['WHEN', 'WHO', 'WHAT', 'WHOM', 'WHERE', 'BEFORE → AFTER'],
    row: ({ at, actor, action, person: whom, scope, before, after }) => [
      at,
      actor.name,
      action,
      whom?.name ?? '',
      scope ?? '',
      [before, after].map((fields) => (fields ? JSON.stringify(fields) : '-')).join(' → '),
    ],
  }),
};

/** A page of a list that is read whole. */
function pageOfAll<Item extends { email: string }>(
  all: readonly Item[],
  request: PageRequest,
): Page<Item> {
  const { search = '', limit } = request;
  const found = all.filter(({ email }) => email.includes(search.toLowerCase()));
  const from = offsetOf(request);
  return pageOf(found.slice(from, from + limit), found.length, request);
}

function workspaceOf(given: Given): string {
  const address = given.optional('workspace');
  if (address === undefined) throw new UsageError(`list ${given.argument} needs --workspace`);
  return address;
}

/** `npm run cli -- list WHAT`: what an administrator sees in lists, as text or with `--json`. */
export const list: Command = {
  name: 'list',
  summary:
    'Lists users, organizations, workspaces, members or invitations of one, or the audit log',
  argument: { name: 'what', choices: Object.keys(lists) },
  options: [
    option('--search <text>', 'Only rows that contain this text'),
    option('--page <n>', 'Number of the page, from 1'),
    option('--limit <n>', 'Rows per page'),
    option(
      '--workspace <organization/workspace>',
      'For members and invitations: of this workspace, by its slugs',
    ),
    option('--person <email>', 'For audit: by or about this user'),
  ],
  run: async (context, given) => {
    const request = readRequest(given);
    return shown(await chosenList(given).read(context, request, given), request);
  },
  onServer: async (server, given) => {
    const request = readRequest(given);
    return shown(await chosenList(given).onServer(server, request, given), request);
  },
};

function chosenList({ argument }: Given): Lister {
  const chosen = lists[argument];
  if (chosen === undefined) throw new UsageError('There is no such list');
  return chosen;
}

function shown({ page, head, rows }: Table, { page: number }: PageRequest): Outcome {
  const { total, totalPages } = page.pagination;
  const foot = `${rows.length} of ${total}, page ${number} of ${Math.max(1, totalPages)}`;
  return { data: page, text: [...aligned([head, ...rows]), '', foot].join('\n') };
}

function readRequest(given: Given): PageRequest {
  const [page, limit, search] = ['page', 'limit', 'search'].map((name) => given.optional(name));
  const parsed = pageQuery.safeParse({ page, limit, search });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0])} ${issue?.message}`);
}

function aligned(given: readonly Cells[]): string[] {
  const rows = given.map((cells) => cells.map((cell) => printableLine(String(cell))));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
