import type { Retention } from '@repo/contract/retention';
import type { WorkspaceRetentionState } from '@repo/contract/workspace-retention';
import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import { recordChange } from '#modules/audit/record-change.ts';
import type { Context } from '#platform/context.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { lockManaged, type Manager, scopeOf } from '../manager.ts';
import { notifyOwners } from '../members/notify-owners.ts';
import { readWorkspaceRetention } from './read-workspace-retention.ts';

/**
 * Chooses how many months a workspace keeps what its members share. Older activities are deleted from the workspace
 * in the following night.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` while the workspace is archived, `VALIDATION_FAILED` for texts
 *   that would be kept longer than their activities, or `RATE_LIMITED`
 */
export async function chooseWorkspaceRetention(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  { workspaceId, months, textMonths }: Retention & { workspaceId: string },
): Promise<WorkspaceRetentionState> {
  const { state, changed } = await context.db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(
      tx,
      manager,
      workspaceId,
      'for how long it keeps activities',
    );
    requireValid({
      textMonths:
        months !== null && textMonths !== null && textMonths >= months
          ? 'Texts go with their activities: choose fewer months, or keep them as long as their activities'
          : undefined,
    });
    const before = await readWorkspaceRetention(tx, workspaceId);
    if (before.months === months && before.textMonths === textMonths) {
      return { state: before, changed: undefined };
    }
    await sql`
      insert into workspace_retentions (workspace_id, months, text_months)
      values (${workspaceId}, ${months}, ${textMonths})
      on conflict (workspace_id) do update
        set months = excluded.months, text_months = excluded.text_months`.execute(tx);
    await recordChange(tx, {
      actor: manager,
      action: 'workspace.retention-changed',
      scope: scopeOf(workspace),
      before: described(before),
      after: described({ months, textMonths }),
    });
    return { state: await readWorkspaceRetention(tx, workspaceId), changed: workspace };
  });
  if (changed?.actsAsAdministrator) {
    await notifyOwners(context, {
      workspace: changed,
      actor: manager,
      subject: `For how long the workspace ${changed.name} keeps activities was changed`,
      happened: `The workspace ${changed.name} keeps activities ${during(months)}, and their texts ${during(textMonths)}. Older ones are deleted from it at night.`,
      page: 'settings',
    });
  }
  return state;
}

const during = (months: number | null): string =>
  months === null ? 'without a limit' : `for ${plural(months, 'month')}`;

const described = ({ months, textMonths }: Retention) => ({
  activityMonths: months ?? 'all',
  textMonths: textMonths ?? 'all',
});
