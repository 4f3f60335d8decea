import { expect } from 'vitest';
import type { Database } from '#platform/database/create-database.ts';
import type { ActivityToCapture } from '../activity-to-capture.ts';

/** Names a captured activity by its owner, mailbox and id there. */
export const idOfCopy = (ownerId: string, source: string, externalId: string): string =>
  `${ownerId} ${source} ${externalId}`;

/** What is captured for these people. */
export async function listCopies(db: Database, ownerIds: string[]) {
  const stored = await db
    .selectFrom('captured_activities')
    .select(['owner_id', 'source', 'external_id', 'title', 'occurred_at'])
    .where('owner_id', 'in', ownerIds)
    .execute();
  return stored.map(({ owner_id, source, external_id, title, occurred_at }) => ({
    id: idOfCopy(owner_id, source, external_id),
    title,
    occurredAt: occurred_at,
  }));
}

/** Nothing but what concerns a tracked domain is kept, and of that everything. */
export async function expectCaptured({
  app,
  userIds,
  captured,
}: {
  app: { db: Database };
  userIds: string[];
  captured: ReadonlyMap<string, ActivityToCapture>;
}): Promise<void> {
  const plain = (id: string, title: string, at: Date) => `${id} ${title} ${at.toISOString()}`;
  const stored = await listCopies(app.db, userIds);
  expect(stored.map((one) => plain(one.id, one.title, one.occurredAt)).sort()).toEqual(
    [...captured].map(([id, one]) => plain(id, one.title, one.occurredAt)).sort(),
  );
}
