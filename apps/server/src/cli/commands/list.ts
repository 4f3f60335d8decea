import { pageQuery } from '@repo/contract/fields';
import { listAllWorkspaces } from '#modules/admin/list-all-workspaces.ts';
import { listOrganizations } from '#modules/admin/list-organizations.ts';
import { listUsers } from '#modules/admin/list-users.ts';
import { listChanges } from '#modules/audit/list-changes.ts';
import { listInvitations } from '#modules/workspaces/list-invitations.ts';
import { listMembers } from '#modules/workspaces/list-members.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import type { Page, PageRequest } from '#platform/paging/page-request.ts';
import { type CliContext, type Command, type Given, option, UsageError } from '../command.ts';
import { findUserByEmail, findWorkspaceId } from '../find-named.ts';

type Cells = readonly (string | number)[];
type Lister = (
  context: CliContext,
  request: PageRequest,
  given: Given,
) => Promise<{ page: Page<object>; head: Cells; rows: Cells[] }>;

const yes = (flag: boolean) => (flag ? 'yes' : 'no');

const lists: Record<string, Lister> = {
  users: async ({ db }, request) => {
    const page = await listUsers(db, request);
    const rows = page.items.map((user) => [
      user.email,
      user.name,
      yes(user.isAdmin),
      yes(user.isActive),
      user.organizations.map(({ name }) => name).join(', '),
    ]);
    return { page, head: ['EMAIL', 'NAME', 'ADMIN', 'ACTIVE', 'ORGANIZATIONS'], rows };
  },
  organizations: async ({ db }, request) => {
    const page = await listOrganizations(db, request);
    const rows = page.items.map((one) => [one.slug, one.name, one.workspaceCount, one.memberCount]);
    return { page, head: ['SLUG', 'NAME', 'WORKSPACES', 'MEMBERS'], rows };
  },
  workspaces: async ({ db }, request) => {
    const page = await listAllWorkspaces(db, request);
    const rows = page.items.map((one) => [
      `${one.organization.slug}/${one.slug}`,
      one.name,
      one.organization.name,
      one.memberCount,
    ]);
    return { page, head: ['WORKSPACE', 'NAME', 'ORGANIZATION', 'MEMBERS'], rows };
  },
  members: async ({ db }, request, given) => {
    const page = await listMembers(db, await workspaceOf({ db }, given, 'members'), request);
    const rows = page.items.map(({ email, name, role, state }) => [email, name, role, state]);
    return { page, head: ['EMAIL', 'NAME', 'ROLE', 'STATE'], rows };
  },
  invitations: async ({ db }, { page: number, limit, search = '' }, given) => {
    const workspaceId = await workspaceOf({ db }, given, 'invitations');
    const open = await listInvitations(db, commandLineManager, workspaceId);
    const all = open.filter(({ email }) => email.includes(search.toLowerCase()));
    const items = all.slice((number - 1) * limit, number * limit);
    const pagination = { total: all.length, totalPages: Math.ceil(all.length / limit) };
    const rows = items.map(({ email, role, state, expiresAt }) => [email, role, state, expiresAt]);
    return { page: { items, pagination }, head: ['EMAIL', 'ROLE', 'STATE', 'EXPIRES'], rows };
  },
  audit: async ({ db }, request, given) => {
    const email = given.optional('person');
    const person = email === undefined ? undefined : (await findUserByEmail(db, email)).id;
    const page = await listChanges(db, { ...request, person });
    const rows = page.items.map(({ at, actor, action, person: whom, scope, before, after }) => [
      at,
      actor.name,
      action,
      whom?.name ?? '',
      scope ?? '',
      [before, after].map((fields) => (fields ? JSON.stringify(fields) : '-')).join(' → '),
    ]);
    return { page, head: ['WHEN', 'WHO', 'WHAT', 'WHOM', 'WHERE', 'BEFORE → AFTER'], rows };
  },
};

function workspaceOf({ db }: Pick<CliContext, 'db'>, given: Given, what: string): Promise<string> {
  const address = given.optional('workspace');
  if (address === undefined) throw new UsageError(`list ${what} needs --workspace`);
  return findWorkspaceId(db, address);
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
    const lister = lists[given.argument];
    if (lister === undefined) throw new UsageError('There is no such list');
    const request = readRequest(given);
    const { page, head, rows } = await lister(context, request, given);
    const { total, totalPages } = page.pagination;
    const foot = `${rows.length} of ${total}, page ${request.page} of ${Math.max(1, totalPages)}`;
    return { data: page, text: [...aligned([head, ...rows]), '', foot].join('\n') };
  },
};

function readRequest(given: Given): PageRequest {
  const [page, limit, search] = ['page', 'limit', 'search'].map((name) => given.optional(name));
  const parsed = pageQuery.safeParse({ page, limit, search });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0])} ${issue?.message}`);
}

function aligned(rows: readonly Cells[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => String(cells[column]).length)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => String(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
