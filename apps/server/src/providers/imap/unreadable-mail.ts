import { createHash } from 'node:crypto';
import type { UnreadableItem } from '#modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';

const prefix = 'unreadable:';
/** Characters of a folder's name that are shown. */
const MAX_SHOWN_NAME = 80;

export interface UnreadableMail {
  location: ItemLocation;
  item: UnreadableItem;
}

/**
 * An email that the server lists but does not return. Its own id is unknown, so a placeholder id is
 * made of its location.
 */
export function unreadableMail(
  source: string,
  { path, validity }: { path: string; validity: number },
  uid: number,
): UnreadableMail {
  return standIn(
    source,
    { folder: path, validity, uid },
    `The mail server lists an email in the folder “${shownFolder(path)}” (number ${uid}) and does not return it. Check whether your mail program can open it.`,
  );
}

/**
 * A folder that cannot be read, listed among the failed items. It has a location with numbers that no
 * email has, so that it is forgotten when the folder is read or gone.
 */
export const unreadableFolder = (source: string, path: string, problem: string): UnreadableMail =>
  standIn(
    source,
    { folder: path, ...ofFolder },
    `${problem} Check whether your mail program can open it.`,
  );

const ofFolder = { validity: 0, uid: 0 };

export const isOfFolder = ({ uid }: ItemLocation): boolean => uid === ofFolder.uid;

function standIn(
  source: string,
  { folder, validity, uid }: Omit<ItemLocation, 'id'>,
  reason: string,
): UnreadableMail {
  const location = JSON.stringify([source, folder, validity, uid]);
  const id = `${prefix}${createHash('sha256').update(location).digest('base64url')}`;
  return { location: { id, folder, validity, uid }, item: { id, reason } };
}

/** The name of a folder as it is shown: one short line. */
export const shownFolder = (path: string): string =>
  path
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .slice(0, MAX_SHOWN_NAME)
    .toWellFormed();

/** Whether an id is the placeholder of an email, or a folder, that could not be read. */
export const isStandIn = (id: string): boolean => id.startsWith(prefix);
