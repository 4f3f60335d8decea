import { z } from 'zod';
import { MAX_LINK_LENGTH } from '../microsoft-auth/graph-page.ts';
import { MAX_FOLDERS, MAX_ID_LENGTH } from './mail-limits.ts';

/**
 * The state of a folder:
 *
 * - `known`: everything up to the link.
 * - `begun`: it is read from the beginning, after a listing; what is older than the cursor's time was listed.
 * - `new`: it appeared later, so everything in it is read.
 * - `left`: it was read before, and its messages are no activities any more, for example because someone
 *   deleted it.
 */
const folderState = z.object({
  mode: z.enum(['known', 'begun', 'new', 'left']),
  /** The next page or, of a known folder, what changed since; absent at the beginning. */
  link: z.string().max(MAX_LINK_LENGTH).optional(),
  /** How often it was begun again in this round. */
  restarts: z.number().optional(),
});
export type FolderState = z.infer<typeof folderState>;

const folderId = z.string().max(MAX_ID_LENGTH);

/** The position in the changes of a mailbox. A round reads each folder up to now. */
const changeCursor = z.object({
  /** When the last complete round began, by Microsoft's clock; epoch milliseconds. */
  since: z.number(),
  /** By id. */
  folders: z.record(folderId, folderState),
  /** The folders that the round has still to read, and when it began; absent between two rounds. */
  round: z.object({ began: z.number(), queue: z.array(folderId).max(2 * MAX_FOLDERS) }).optional(),
});
export type ChangeCursor = z.infer<typeof changeCursor>;

/** @returns undefined for what is no cursor. */
export const readCursor = (value: unknown): ChangeCursor | undefined =>
  changeCursor.safeParse(value).data;
