import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Cursor } from '#modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import type { FolderStatus } from '../read-folders.ts';
import { countUids, readRanges } from '../uid-ranges.ts';
import { folderProgress } from './folder-progress.ts';
import { renewedState } from './renewals.ts';

/** The last known state of a folder. `known`: the UIDs of emails that were read, as ranges. */
const folderState = z.object({
  path: z.string(),
  validity: z.number(),
  uidNext: z.number().optional(),
  known: z.string(),
  /** UIDs that the server lists and does not return, as ranges; retried in each round. */
  unreadable: z.string().optional(),
  /** Since when the server has refused to open the folder; epoch milliseconds. */
  refusedSince: z.number().optional(),
});
const cursorState = z.object({
  folders: z.array(folderState),
  renewed: renewedState.optional(),
});
export type FolderState = z.infer<typeof folderState>;

/**
 * The progress of a round since its cursor. In the worst case the cursor has a range for each email, many
 * megabytes in all.
 */
const roundProgress = z.object({
  /** The fingerprint of the states that the round began with. */
  since: z.string(),
  /** The page number. A page may do nothing but open a slow folder, leaving the rest unchanged. */
  page: z.number(),
  folders: z.array(folderProgress),
  renewed: renewedState.optional(),
});

/** @throws ProviderError `cursor-expired` for a cursor that cannot be read. */
export function parseCursor(cursor: Cursor): z.infer<typeof cursorState> {
  const { success, data } = cursorState.safeParse(cursor);
  if (success) return data;
  throw new ProviderError('cursor-expired', 'What was known of the mailbox cannot be read.');
}

/**
 * Returns undefined for unreadable progress, and for that of a round that began with other states. Such
 * progress remains when a process of the previous version has finished the round. Its counts would be wrong,
 * because other emails were deleted or unreadable then.
 */
export function parseProgress(
  progress: Cursor | undefined,
  states: Iterable<FolderState>,
): z.infer<typeof roundProgress> | undefined {
  const { data } = roundProgress.safeParse(progress);
  return data?.since === fingerprintOf(states) ? data : undefined;
}

export const fingerprintOf = (states: Iterable<FolderState>): string =>
  createHash('sha256')
    .update(JSON.stringify([...states]))
    .digest('base64');

/** Whether an email has not been read: the next round reads it, whatever its date. */
export function isUnread({ folder, validity, uid }: ItemLocation, cursor: Cursor): boolean {
  const state = parseCursor(cursor).folders.find(({ path }) => path === folder);
  if (state?.validity !== validity) return true;
  return !readRanges(state.known).some(([first, last]) => uid >= first && uid <= last);
}

/** The number of emails that were read. */
export const countKnown = (states: Iterable<FolderState>): number =>
  [...states].reduce((sum, { known }) => sum + countUids(readRanges(known)), 0);

/** Whether the contents of a folder may differ from its last known state. */
export const hasChanged = (now: FolderStatus, before: FolderState | undefined): boolean =>
  before === undefined ||
  // An unreadable email may have become readable, or have been deleted.
  before.unreadable !== undefined ||
  before.refusedSince !== undefined ||
  now.validity !== before.validity ||
  now.uidNext === undefined ||
  now.uidNext !== before.uidNext ||
  now.count !== countUids(readRanges(before.known));
