import type { Database } from '#platform/database/create-database.ts';
import type { ActivityToCapture, CaptureSource } from './activity-to-capture.ts';
import { captureActivities } from './capture-activities.ts';
import { publisherOf } from './publishing/publisher/publisher-of.ts';

/** Captures activities and, where the database is distributed, publishes them after the commit, as a sync. */
export async function captureAndPublish(
  db: Database,
  from: CaptureSource,
  activities: readonly ActivityToCapture[],
) {
  const captured = await db.transaction().execute((tx) => captureActivities(tx, from, activities));
  await publisherOf(db).finish(db, from.ownerId);
  return captured;
}
