import { limits } from '@repo/contract/limits';
import type { WorkspaceShareLevels } from '@repo/contract/workspaces';
import { levelNumber, levelOfNumber, showsAt } from '@repo/domain/sharing/share-level';
import type { Context } from '#platform/context.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { lockManaged, type Manager, scopeOf } from '../manager.ts';
import { notifyOwners } from '../members/notify-owners.ts';

const changes = {
  name: 'share levels of a workspace',
  attempts: limits.shareLevelChangesPerDay,
  windowSeconds: 24 * 3_600,
};

/**
 * Chooses the level of new shares with a workspace that name none, and the level that the workspace asks its members
 * for at least. Existing shares stay as they are.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` for a default below the least level, `CONFLICT` while
 *   the workspace is archived, or `RATE_LIMITED`
 */
export async function chooseShareLevels(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  { workspaceId, ...levels }: WorkspaceShareLevels & { workspaceId: string },
): Promise<WorkspaceShareLevels> {
  const changed = await context.db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId, 'the levels of its shares');
    requireValid({
      default: showsAt(levels.default, levels.least)
        ? undefined
        : 'New shares cannot begin below the level that the workspace asks for',
    });
    const stored = await tx
      .selectFrom('workspaces')
      .select(['default_share_level as defaultLevel', 'least_share_level as leastLevel'])
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    const before = describeShareLevels(stored);
    if (before.default === levels.default && before.least === levels.least) return undefined;
    await countAttempt(tx, [{ limit: changes, of: workspaceId }], 'changes of the levels');
    await tx
      .updateTable('workspaces')
      .set({
        default_share_level: levelNumber(levels.default),
        least_share_level: levelNumber(levels.least),
      })
      .where('id', '=', workspaceId)
      .execute();
    await recordChange(tx, {
      actor: manager,
      action: 'workspace.share-levels-changed',
      scope: scopeOf(workspace),
      before: { defaultLevel: before.default, leastLevel: before.least },
      after: { defaultLevel: levels.default, leastLevel: levels.least },
    });
    return workspace;
  });
  if (changed?.actsAsAdministrator) {
    await notifyOwners(context, {
      workspace: changed,
      actor: manager,
      subject: `The levels of shares with the workspace ${changed.name} were changed`,
      happened: `New shares with the workspace ${changed.name} begin at the level “${levels.default}”, and it asks its members for “${levels.least}” at least.`,
      page: 'settings',
    });
  }
  return levels;
}

/** Names the stored numbers. */
export const describeShareLevels = ({
  defaultLevel,
  leastLevel,
}: {
  defaultLevel: number;
  leastLevel: number;
}): WorkspaceShareLevels => ({
  default: levelOfNumber(defaultLevel),
  least: levelOfNumber(leastLevel),
});
