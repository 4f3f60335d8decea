import type { ImapFlow } from 'imapflow';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { createMissingCheck } from './find-unlisted.ts';
import { folderProblem } from './folder-problem.ts';
import { openFolder, type OpenFolder, renumbered } from './imap-commands.ts';
import { type ListedFolder, listUids } from './list-uids.ts';
import type { MailRow } from './mail-row.ts';
import { readRows } from './read-rows.ts';
import { isOfFolder, isStandIn, unreadableMail } from './unreadable-mail.ts';

/** For how long a folder that was refused is not opened again; milliseconds. */
const REFUSED_MS = 60_000;

/**
 * Reads the email at a location. Undefined when it certainly is not there: its absence removes it.
 *
 * @returns an error when it may be there and cannot be read; other failures are thrown.
 */
export type LocationReader = (
  client: ImapFlow,
  location: ItemLocation,
) => Promise<MailRow | Error | undefined>;

export function createLocationReader(source: string): LocationReader {
  const refused = new Map<string, { error: Error; until: number }>();
  /** The folder that was listed last: many emails of one folder may be missing. */
  let listed: ListedFolder | undefined;

  /** @returns undefined when the folder does not exist. */
  const open = async (client: ImapFlow, path: string): Promise<OpenFolder | Error | undefined> => {
    const earlier = refused.get(path);
    if (earlier !== undefined && Date.now() < earlier.until) return earlier.error;
    try {
      return await openFolder(client, path);
    } catch (cause) {
      const problem = folderProblem(path, cause);
      if (problem === undefined) throw cause;
      if (await createMissingCheck(client)(path, cause)) return undefined;
      const error = new Error(problem, { cause });
      refused.set(path, { error, until: Date.now() + REFUSED_MS });
      return error;
    }
  };

  /** Whether the list of the folder, which is as long as the server counts, has this UID. */
  const isListed = async (client: ImapFlow, { path, validity }: OpenFolder, uid: number) => {
    const has = () =>
      listed?.path === path && listed.validity === validity ? listed.uids.includes(uid) : undefined;
    if (has() === false && uid < (listed?.uidNext ?? 0)) return false;
    listed = await listUids(client, path);
    return has();
  };

  return async (client, location) => {
    const { id, folder, validity, uid } = location;
    const opened = await open(client, folder);
    if (opened === undefined || opened instanceof Error) return opened;
    if (isOfFolder(location)) return undefined;
    if (opened.validity !== validity) return renumbered();
    const { rows, unreadable } = await readRows(client, source, opened, [uid]);
    const found = rows.find((row) => row.location.id === id || isStandIn(id));
    if (found !== undefined || rows.length > 0) return found;
    if (unreadable.length > 0) return new Error(unreadableMail(source, opened, uid).item.reason);
    const isThere = await isListed(client, opened, uid).catch(asProblem(folder));
    if (isThere instanceof Error) return isThere;
    if (isThere === undefined) return renumbered();
    return isThere ? new Error(unreadableMail(source, opened, uid).item.reason) : undefined;
  };
}

/** Returns the problem of one folder, and throws what concerns all of them. */
const asProblem = (path: string) => (cause: unknown) => {
  const problem = folderProblem(path, cause);
  if (problem === undefined) throw cause;
  return new Error(problem, { cause });
};
