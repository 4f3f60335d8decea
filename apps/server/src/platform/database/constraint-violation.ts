import pg from 'pg';

const kinds: Record<string, 'unique' | 'foreign key'> = {
  '23505': 'unique',
  '23503': 'foreign key',
};

/** Returns the constraint that a statement violated; undefined for any other error. */
export function constraintViolation(
  error: unknown,
): { kind: 'unique' | 'foreign key'; constraint: string } | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const kind = kinds[error.code ?? ''];
  return kind && { kind, constraint: error.constraint ?? constraintIn(error.message) };
}

/** Where a worker of a cluster refused the statement, only the message names it. */
const constraintIn = (message: string): string => /constraint "([^"]+)"/.exec(message)?.[1] ?? '';
