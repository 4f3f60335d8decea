import type { ColumnType } from 'kysely';

/** Set by the database when the row is made; may be written for tests and imports. */
export type CreatedAt = ColumnType<Date, Date | undefined, Date>;
