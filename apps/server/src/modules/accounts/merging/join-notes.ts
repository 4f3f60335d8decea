import { limits } from '@repo/contract/limits';
import { AppError } from '#platform/http/app-error.ts';

/**
 * Joins the notes of two accounts that are merged; the remaining account's note comes first.
 *
 * @throws AppError CONFLICT when they are too long together.
 */
export function joinNotes(kept: string, gone: string): string {
  if (gone === '' || gone === kept) return kept;
  if (kept === '') return gone;
  const both = `${kept}\n${gone}`;
  const limit = limits.accountNoteLength;
  if (both.length <= limit) return both;
  throw new AppError(
    'CONFLICT',
    `The notes of both accounts have more than ${limit} characters together. Shorten one of them first.`,
  );
}
