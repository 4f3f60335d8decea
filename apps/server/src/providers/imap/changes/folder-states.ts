import { z } from 'zod';
import type { Cursor } from '../../../modules/integrations/provider/activity-source.ts';
import { ProviderError } from '../../../modules/integrations/provider-error.ts';
import type { OpenFolder } from '../imap-commands.ts';
import type { FolderStatus } from '../read-folders.ts';
import { countUids, joinRanges, readRanges, writeRanges } from '../uid-ranges.ts';
import { renewedState } from './renewals.ts';

/** The last known state of a folder. `known`: the UIDs of emails that were read, as ranges. */
const folderState = z.object({
  path: z.string(),
  validity: z.number(),
  uidNext: z.number().optional(),
  known: z.string(),
  /** UIDs that the server lists and does not return, as ranges; retried in each round. */
  unreadable: z.string().optional(),
});
const cursorState = z.object({
  folders: z.array(folderState),
  /**
   * The page number within a round. A page may do nothing but open a slow folder, leaving the rest
   * of the state unchanged.
   */
  page: z.number().optional(),
  renewed: renewedState.optional(),
});
export type FolderState = z.infer<typeof folderState>;

/** @throws ProviderError `cursor-expired` for a cursor that cannot be read. */
export function parseCursor(cursor: Cursor): z.infer<typeof cursorState> {
  const { success, data } = cursorState.safeParse(cursor);
  if (success) return data;
  throw new ProviderError('cursor-expired', 'What was known of the mailbox cannot be read.');
}

/** The number of emails that were read. */
export const countKnown = (states: Iterable<FolderState>): number =>
  [...states].reduce((sum, { known }) => sum + countUids(readRanges(known)), 0);

/** Whether the contents of a folder may differ from its last known state. */
export const hasChanged = (now: FolderStatus, before: FolderState | undefined): boolean =>
  before === undefined ||
  // They may have become readable, or have been deleted.
  before.unreadable !== undefined ||
  now.validity !== before.validity ||
  now.uidNext === undefined ||
  now.uidNext !== before.uidNext ||
  now.count !== countUids(readRanges(before.known));

/**
 * Stores that emails of a folder were read. UIDNEXT is not stored, so that the folder is compared
 * again.
 */
export function addKnown(
  states: Map<string, FolderState>,
  { path, validity }: OpenFolder,
  uids: readonly number[],
): void {
  const before = states.get(path);
  const ranges = before?.validity === validity ? readRanges(before.known) : [];
  const unreadable = before?.validity === validity ? before.unreadable : undefined;
  states.set(path, {
    path,
    validity,
    known: writeRanges(joinRanges(ranges, uids)),
    ...(unreadable !== undefined && { unreadable }),
  });
}
