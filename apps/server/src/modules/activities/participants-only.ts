import { shownToAll } from '@repo/domain/sharing/participants-only';
import { levelNumber, shareLevels } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** Whether a workspace leaves texts to those who took part. */
export async function isParticipantsOnly(db: Connection, workspaceId: string): Promise<boolean> {
  const { participants_only: isChosen } = await db
    .selectFrom('workspaces')
    .select('participants_only')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return isChosen;
}

interface LevelForAll {
  level: RawBuilder<number>;
  isForParticipants: RawBuilder<boolean>;
}

/**
 * Applies `shownToAll` to a level that is a column of a statement. The caller has locked the accounts. If the choice
 * changes meanwhile, a step of `level-steps.ts` stores them again.
 */
export async function levelForAll(
  tx: Connection,
  workspaceId: string,
  level: RawBuilder<unknown>,
): Promise<LevelForAll> {
  const participantsOnly = await isParticipantsOnly(tx, workspaceId);
  const shown = shareLevels.map((one) => ({ of: one, ...shownToAll(one, participantsOnly) }));
  const isAmong = (some: typeof shown) =>
    sql`${level} = any(${some.map((one) => levelNumber(one.of))}::smallint[])`;
  const whens = shown.map(
    (one) => sql`when ${sql.lit(levelNumber(one.of))} then ${sql.lit(levelNumber(one.level))}`,
  );
  return {
    level: sql<number>`(case ${level} ${sql.join(whens, sql` `)} end)::smallint`,
    isForParticipants: sql<boolean>`coalesce(${isAmong(shown.filter((one) => one.isForParticipants))}, false)`,
  };
}
