import { leastLevels, levelNumber, type ShareLevel } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { InWorkspace } from './distribution/in-workspace.ts';

/** Whether a stored level shows what needs at least another one; null for a level that is null. */
export const showsLevel = (level: RawBuilder<unknown>, least: ShareLevel): RawBuilder<boolean> =>
  sql<boolean>`${level} >= ${sql.lit(levelNumber(least))}`;

export type LevelColumn = keyof typeof leastLevels;

/** The value of a column at a stored level (`leastLevels`). */
export const shownColumn = (
  level: RawBuilder<unknown>,
  column: LevelColumn,
  value: RawBuilder<unknown>,
  otherwise: RawBuilder<unknown> = sql`null`,
): RawBuilder<unknown> =>
  sql`case when ${showsLevel(level, leastLevels[column])} then ${value} else ${otherwise} end`;

/**
 * The level at which readers see a row of `account_activities` with this name. While the owner of the shown copy
 * changes a level, no reader sees more than the new one, whatever is stored in the row.
 */
export const readLevel = (row: string, inWorkspace: InWorkspace): RawBuilder<number> => sql<number>`
  least(${sql.ref(`${row}.level`)}, (
    select change.level from level_changes change
    where ${isChangeOf(row, inWorkspace)}))`;

/**
 * For queries with several columns of `shownColumn`, which would look for a change once in each of them: joins it to
 * the row once. `joinedLevel` is then what `readLevel` is.
 */
export const joinLevelChange = (row: string, inWorkspace: InWorkspace): RawBuilder<unknown> =>
  sql`left join level_changes change on ${isChangeOf(row, inWorkspace)}`;

export const joinedLevel = (row: string): RawBuilder<number> =>
  sql<number>`least(${sql.ref(`${row}.level`)}, change.level)`;

/**
 * The published activities of a day of an account, for a lateral join, with `is_named`: whether their level shows who
 * took part. The level is a column and no condition, and the workspace is compared in a form that no index has: for
 * either, the planner combines the day's index with that of the whole workspace where it expects more of a day than
 * there is (docs/decisions/tenant-statistics.md). On a cluster the workspace finds the node.
 */
export const activitiesOfDay = (
  workspaceId: string,
  { accountId, day }: { accountId: RawBuilder<unknown>; day: RawBuilder<unknown> },
  inWorkspace: InWorkspace,
): RawBuilder<unknown> => sql`(
  select *, ${showsLevel(readLevel('account_activities', inWorkspace), 'subject')} as is_named
  from account_activities
  where account_id = ${accountId} and day = ${day}
    and workspace_id is not distinct from ${workspaceId} ${inWorkspace('account_activities')}
  offset 0)`;

/** Whether a change, under this name, is that of a row's owner in the row's account. */
const isChangeOf = (row: string, inWorkspace: InWorkspace) => sql`
  change.workspace_id = ${sql.ref(`${row}.workspace_id`)}
  and change.account_id = ${sql.ref(`${row}.account_id`)}
  and change.owner_id = ${sql.ref(`${row}.owner_id`)} ${inWorkspace('change')}`;
