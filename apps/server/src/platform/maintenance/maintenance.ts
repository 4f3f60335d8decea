import type { Connection } from '../database/create-database.ts';

/** While it lasts, the servers accept no changes; what is there can be read. */
export interface Maintenance {
  beganAt: Date;
  /** When it is expected to end; null when unknown. It does not end by itself. */
  endsAt: Date | null;
  /** The text that users read. */
  message: string;
}

/** The maintenance that the database is under; undefined when there is none. */
export const readMaintenance = (db: Connection): Promise<Maintenance | undefined> =>
  db
    .selectFrom('maintenance')
    .select(['began_at as beganAt', 'ends_at as endsAt', 'message'])
    .executeTakeFirst();

/** Begins maintenance, or changes its message and its end. */
export async function beginMaintenance(
  db: Connection,
  { message, endsAt }: Pick<Maintenance, 'message' | 'endsAt'>,
): Promise<void> {
  await db
    .insertInto('maintenance')
    .values({ message, ends_at: endsAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ message, ends_at: endsAt }))
    .execute();
}

/** @returns whether there was maintenance. */
export async function endMaintenance(db: Connection): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('maintenance').executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
