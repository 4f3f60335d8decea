import pg from 'pg';

/** Whether a statement failed over a value that is none of its type, or out of its range. */
export function isDataException(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('22') === true;
}
