import { levelNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/*
 * What a workspace has deleted because of its age (docs/decisions/retention.md). `workspace_retentions` has the
 * instants before which nothing is published. Whatever publishes asks here, so that nothing that was deleted comes
 * back with a sync, a share, a restored account or a merge.
 */

/** A captured copy, and the workspace that it is published in. */
interface AgingCopy {
  ownerId: RawBuilder<unknown>;
  capturedId: RawBuilder<unknown>;
  workspaceId: RawBuilder<unknown>;
}

/** The stored number in place of a level: nothing is published. */
const NOTHING = -1;

const levelOfAge = (occurredAt: RawBuilder<unknown>) => sql<number | null>`
  case when ${occurredAt} < aging.gone_before then ${sql.lit(NOTHING)}
    when ${occurredAt} < aging.texts_gone_before then ${sql.lit(levelNumber('subject'))} end`;

/**
 * The number of the highest level at which a workspace still publishes a captured copy: -1 for nothing, null where its
 * age does not matter.
 */
export const agedLevel = ({
  ownerId,
  capturedId,
  workspaceId,
}: AgingCopy): RawBuilder<number | null> => sql<number | null>`(
  select ${levelOfAge(sql`aged.occurred_at`)}
  from workspace_retentions aging
  join captured_activities aged on aged.owner_id = ${ownerId} and aged.id = ${capturedId}
  where aging.workspace_id = ${workspaceId})`;

/** Reads the same for many copies on a cluster, where they are with their owners: by copy. */
export async function readAgedLevels(
  tx: Connection,
  workspaceId: string,
  copies: readonly { ownerId: string; capturedId: string }[],
): Promise<Map<string, number>> {
  if (copies.length === 0) return new Map();
  const { rows } = await sql<{ id: string; level: number | null }>`
    select aged.id, ${levelOfAge(sql`aged.occurred_at`)} as level
    from workspace_retentions aging
    cross join captured_activities aged
    where aging.workspace_id = ${workspaceId}
      and aged.owner_id = any(${[...new Set(copies.map(({ ownerId }) => ownerId))]}::uuid[])
      and aged.id = any(${[...new Set(copies.map(({ capturedId }) => capturedId))]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.flatMap(({ id, level }) => (level === null ? [] : [[id, level]])));
}

/** Which of some published activities a workspace shows without a text because of their age. */
export async function findWithoutText(
  db: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select published.id from account_activities published
    join workspace_retentions aging on aging.workspace_id = published.workspace_id
    where published.workspace_id = ${workspaceId} and published.id = any(${ids}::uuid[])
      and published.occurred_at < aging.texts_gone_before`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
