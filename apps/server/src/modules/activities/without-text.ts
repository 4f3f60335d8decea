import { levelNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/*
 * Copies of emails whose mailbox captures no text (docs/decisions/mailboxes-without-text.md). Nothing of such a copy is
 * shared above the level subject, whatever its share says, so that a colleague's copy with a text is shown instead.
 */

/** The highest level of a copy without a text. */
const WITHOUT_TEXT = levelNumber('subject');

/** Whether a row of `captured_activities` has no text because its mailbox captures none. */
export const isWithoutText = (captured: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${captured}.metadata`)} ? 'withoutText'`;

/** The number of the highest level at which a captured copy without a text is published; null for others. */
export const textlessLevel = ({
  ownerId,
  capturedId,
}: {
  ownerId: RawBuilder<unknown>;
  capturedId: RawBuilder<unknown>;
}): RawBuilder<number | null> => sql<number | null>`(
  select ${sql.lit(WITHOUT_TEXT)} from captured_activities textless
  where textless.owner_id = ${ownerId} and textless.id = ${capturedId}
    and ${isWithoutText('textless')})`;

/** Reads the same for many copies on a cluster, where they are with their owners. */
export async function readTextlessLevels(
  tx: Connection,
  copies: readonly { ownerId: string; capturedId: string }[],
): Promise<(capturedId: string) => number | undefined> {
  const textless = await findTextless(tx, copies);
  return (capturedId) => (textless.has(capturedId) ? WITHOUT_TEXT : undefined);
}

/** Which of some published activities show a copy without a text. */
export async function findTextNotCaptured(
  db: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows: shown } = await sql<{ id: string; ownerId: string; capturedId: string }>`
    select id, owner_id as "ownerId", captured_id as "capturedId" from account_activities
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and type = 'email'`.execute(
    db,
  );
  const textless = await findTextless(db, shown);
  return new Set(shown.flatMap(({ id, capturedId }) => (textless.has(capturedId) ? [id] : [])));
}

async function findTextless(
  db: Connection,
  copies: readonly { ownerId: string; capturedId: string }[],
): Promise<Set<string>> {
  if (copies.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from captured_activities captured
    where owner_id = any(${[...new Set(copies.map(({ ownerId }) => ownerId))]}::uuid[])
      and id = any(${[...new Set(copies.map(({ capturedId }) => capturedId))]}::uuid[])
      and ${isWithoutText('captured')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
