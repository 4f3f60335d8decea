import type { Database } from '#platform/database/create-database.ts';
import { publisherOf } from './publishing/publisher/publisher-of.ts';

/** Publishes the rest after the commit of a transaction that changed a user's captured activities. */
export const finishPublishing = (db: Database, ownerId: string): Promise<void> =>
  publisherOf(db).finish(db, ownerId);
