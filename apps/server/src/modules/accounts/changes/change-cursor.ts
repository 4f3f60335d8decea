import { z } from 'zod';
import { AppError, validationFailed } from '#platform/http/app-error.ts';
import type { EntryKind } from '../../listed-accounts/note-entries.ts';

/** How far software has followed one kind of entries in a workspace. */
export interface ChangeCursor {
  kind: EntryKind;
  workspaceId: string;
  /** The epoch of the numbers; a cursor of another epoch belongs to another list. */
  epoch: string;
  /** Everything up to this number is known. */
  number: number;
  /** While everything is read from the beginning: the last entry that was read. */
  afterId?: string | undefined;
}

const form = z.tuple([
  z.enum(['account', 'activity', 'person']),
  z.uuid(),
  z.uuid(),
  z.number().int().min(0),
  z.uuid().optional(),
]);

export function writeChangeCursor(cursor: ChangeCursor): string {
  const { kind, workspaceId, epoch, number, afterId } = cursor;
  // Ids without hyphens would be shorter, but the database returns them with these.
  return Buffer.from(
    JSON.stringify([kind, workspaceId, epoch, number, ...(afterId === undefined ? [] : [afterId])]),
  ).toString('base64url');
}

/**
 * @throws AppError VALIDATION_FAILED for a cursor that this server did not create, or for one of another kind or
 *   workspace
 */
export function readChangeCursor(
  text: string,
  { kind, workspaceId }: Pick<ChangeCursor, 'kind' | 'workspaceId'>,
): ChangeCursor {
  const parsed = form.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  const [ofKind, ofWorkspace, epoch = '', number = 0, afterId] = parsed.data ?? [];
  if (ofKind !== kind || ofWorkspace !== workspaceId) {
    throw validationFailed([
      {
        field: 'since',
        message:
          'since: must be the cursor of an earlier response of this endpoint for this workspace',
      },
    ]);
  }
  return { kind, workspaceId, epoch, number, afterId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The response to a cursor that belongs to another list, or after which changes were removed. */
export const cursorExpired = (): AppError =>
  new AppError(
    'CURSOR_EXPIRED',
    'What changed since this cursor is not kept any more. Start over: read without since, and forget what you have.',
  );
