import { validationFailed } from './app-error.ts';

/**
 * Refuses an input with problems.
 *
 * @param problems the problem of each field, if any
 * @throws AppError `VALIDATION_FAILED` that names every such field
 */
export function requireValid(problems: Record<string, string | undefined>): void {
  const found = Object.entries(problems).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, message }],
  );
  if (found.length > 0) throw validationFailed(found);
}
