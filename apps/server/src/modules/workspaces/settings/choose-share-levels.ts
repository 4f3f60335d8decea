import { limits } from '@repo/contract/limits';
import type { WorkspaceShareLevels } from '@repo/contract/workspaces';
import { levelNumber, levelOfNumber, showsAt } from '@repo/domain/sharing/share-level';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { leaveTexts } from '#modules/activities/leave-texts.ts';
import { takeLevelSteps } from '#modules/activities/level-steps.ts';
import { lockProtections } from '#modules/activities/protect-for-workspace.ts';
import { enqueueRemaining } from '#modules/activities/publish-requests.job.ts';
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
 * for at least: existing shares stay as they are. And whether texts are for the members who took part, which concerns
 * all shares: when this returns, no other member reads a text, and the job stores the rest in its new form.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` for a default below the least level, `CONFLICT` while
 *   the workspace is archived, or `RATE_LIMITED`
 */
export async function chooseShareLevels(
  context: Pick<Context, 'config' | 'db' | 'jobs' | 'log' | 'mailer'>,
  manager: Manager,
  {
    workspaceId,
    participantsOnly: chosen,
    ...levels
  }: WorkspaceShareLevels & { workspaceId: string },
): Promise<WorkspaceShareLevels> {
  const changed = await context.db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId, 'the levels of its shares');
    requireValid({
      default: showsAt(levels.default, levels.least)
        ? undefined
        : 'New shares cannot begin below the level that the workspace asks for',
    });
    const before = await readShareLevels(tx, workspaceId);
    const after = { ...levels, participantsOnly: chosen ?? before.participantsOnly };
    const isChanged = before.participantsOnly !== after.participantsOnly;
    if (before.default === after.default && before.least === after.least && !isChanged)
      return { after };
    await countAttempt(tx, [{ limit: changes, of: workspaceId }], 'changes of the levels');
    await tx
      .updateTable('workspaces')
      .set({
        default_share_level: levelNumber(levels.default),
        least_share_level: levelNumber(levels.least),
      })
      .where('id', '=', workspaceId)
      .execute();
    if (isChanged) {
      await lockProtections(tx, workspaceId);
      await leaveTexts(tx, workspaceId, after.participantsOnly);
    }
    await recordChange(tx, {
      actor: manager,
      action: 'workspace.share-levels-changed',
      scope: scopeOf(workspace),
      before: inLog(before, isChanged),
      after: inLog(after, isChanged),
    });
    return { after, workspace, isChanged };
  });
  const { after, workspace, isChanged = false } = changed;
  if (isChanged) {
    // What fails here the job tries again, and reports.
    const { isComplete } = await takeLevelSteps(
      context.db,
      respondDeadline(),
      undefined,
      workspaceId,
    );
    if (!isComplete) await enqueueRemaining(context).catch(() => {});
  }
  if (workspace?.actsAsAdministrator) {
    await notifyOwners(context, {
      workspace,
      actor: manager,
      subject: `The levels of shares with the workspace ${workspace.name} were changed`,
      happened: `New shares with the workspace ${workspace.name} begin at the level “${after.default}”, and it asks its members for “${after.least}” at least.${isChanged ? ` ${textsAreFor(after)}` : ''}`,
      page: 'settings',
    });
  }
  return after;
}

type Levels = WorkspaceShareLevels & { participantsOnly: boolean };

const textsAreFor = ({ participantsOnly }: Levels): string =>
  participantsOnly
    ? 'Only members who took part in a conversation can read its text.'
    : 'All members can read texts again, where they are shared in full.';

const inLog = (
  { default: defaultLevel, least, participantsOnly }: Levels,
  isChanged: boolean,
): Record<string, string | boolean> => ({
  defaultLevel,
  leastLevel: least,
  ...(isChanged && { participantsOnly }),
});

async function readShareLevels(tx: Connection, workspaceId: string): Promise<Levels> {
  const stored = await tx
    .selectFrom('workspaces')
    .select([
      'default_share_level as defaultLevel',
      'least_share_level as leastLevel',
      'participants_only as participantsOnly',
    ])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return describeShareLevels(stored);
}

/** Names the stored numbers. */
export const describeShareLevels = ({
  defaultLevel,
  leastLevel,
  participantsOnly,
}: {
  defaultLevel: number;
  leastLevel: number;
  participantsOnly: boolean;
}): Levels => ({
  default: levelOfNumber(defaultLevel),
  least: levelOfNumber(leastLevel),
  participantsOnly,
});
