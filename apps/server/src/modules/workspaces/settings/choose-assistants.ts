import { limits } from '@repo/contract/limits';
import type { WorkspaceAssistants } from '@repo/contract/workspaces';
import type { AssistantReaders } from '@repo/domain/sharing/assistant-readers';
import { recordChange } from '#modules/audit/record-change.ts';
import type { Context } from '#platform/context.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { lockManaged, type Manager, scopeOf } from '../manager.ts';
import { notifyOwners } from '../members/notify-owners.ts';

const changes = {
  name: 'assistants of a workspace',
  attempts: limits.assistantChangesPerDay,
  windowSeconds: 24 * 3_600,
};

/**
 * Chooses whose assistants can read a workspace. Each call of an assistant reads the choice, so that it counts from the
 * next call on.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` while the workspace is archived, or `RATE_LIMITED`
 */
export async function chooseAssistants(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  { workspaceId, assistants }: WorkspaceAssistants & { workspaceId: string },
): Promise<WorkspaceAssistants> {
  const changed = await context.db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId, 'whose assistants can read it');
    const before = await tx
      .selectFrom('workspaces')
      .select('assistants')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    if (before.assistants === assistants) return undefined;
    await countAttempt(tx, [{ limit: changes, of: workspaceId }], 'changes of this choice');
    await tx.updateTable('workspaces').set({ assistants }).where('id', '=', workspaceId).execute();
    await recordChange(tx, {
      actor: manager,
      action: 'workspace.assistants-changed',
      scope: scopeOf(workspace),
      before,
      after: { assistants },
    });
    return workspace;
  });
  if (changed?.actsAsAdministrator) {
    await notifyOwners(context, {
      workspace: changed,
      actor: manager,
      subject: `Whose assistants can read the workspace ${changed.name} was changed`,
      happened: `The workspace ${changed.name} can now be read by ${readBy[assistants]}.`,
      page: 'settings',
    });
  }
  return { assistants };
}

const readBy: Readonly<Record<AssistantReaders, string>> = {
  members: 'the assistants of all its members, such as Claude or Cursor',
  owners: 'the assistants of its owners alone, such as Claude or Cursor',
  none: 'no assistant, such as Claude or Cursor',
};
