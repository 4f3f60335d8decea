import { allowsAssistant } from '@repo/domain/sharing/assistant-readers';
import { sql } from 'kysely';
import { findPublished } from '#modules/activities/find-published.ts';
import { prepareForUser } from '#modules/auth/session-reader.ts';
import { visibleAccounts } from '#modules/auth/visible-accounts.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';

/** The parameters of a tool's request, one of which says which workspace it reads. */
export type Named = Readonly<Record<string, string>>;

/**
 * Requires that the workspace that a request reads allows the assistant of a user. Reads the choice and the role each
 * time, so that a change counts at the next call.
 *
 * @throws AppError `FORBIDDEN`, also for a request that names no workspace; `NOT_FOUND` for a user who cannot see it
 */
export async function requireAllowed(db: Connection, userId: string, named: Named): Promise<void> {
  const found = await readChoice(db, userId, await workspaceOf(db, userId, named));
  if (found === undefined) throw notFound('Workspace');
  if (allowsAssistant(found.assistants, found.role)) return;
  throw new AppError(
    'FORBIDDEN',
    'This workspace does not allow your assistant to read it. Its owners can change this in Workspace Settings.',
  );
}

async function workspaceOf(db: Connection, userId: string, named: Named): Promise<string> {
  const { workspaceId, accountId, activityId } = named;
  if (workspaceId !== undefined) return workspaceId;
  if (accountId !== undefined) {
    const [account] = await findWorkspace(db, { userId, accountId });
    if (account === undefined) throw notFound('Account');
    return account.workspaceId;
  }
  if (activityId !== undefined) {
    const id = activityId.replace(/^conversation\./, '');
    const published = await findPublished(db, userId, id);
    if (published === undefined) throw notFound('Activity');
    return published.workspaceId;
  }
  throw new AppError('FORBIDDEN', 'No assistant can read this.');
}

const findWorkspace = prepareForUser<{ accountId: string }, { workspaceId: string }>(
  (given, reader) => sql`
    select account.workspace_id as "workspaceId" from ${visibleAccounts(reader)} account
    where account.id = ${given('accountId')}`,
);

const readChoice = (db: Connection, userId: string, workspaceId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['memberships.role', 'workspaces.assistants'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.workspace_id', '=', workspaceId)
    .where('workspaces.archived_at', 'is', null)
    .executeTakeFirst();
