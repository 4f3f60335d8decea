import type { ColumnType } from 'kysely';

/** Set by the database when the row is inserted; can be overridden by tests and imports. */
export type CreatedAt = ColumnType<Date, Date | undefined, Date>;
