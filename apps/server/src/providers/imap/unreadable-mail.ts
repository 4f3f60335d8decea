import { createHash } from 'node:crypto';
import type { UnreadableItem } from '../../modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '../../modules/integrations/provider/item-location.ts';
import type { OpenFolder } from './imap-commands.ts';

const prefix = 'unreadable:';
/** Characters of a folder's name that are shown. */
const MAX_SHOWN_NAME = 80;

/**
 * An email that the server lists but does not return. Its own id is unknown, so a placeholder id is
 * made of its location.
 */
export function unreadableMail(
  source: string,
  { path, validity }: OpenFolder,
  uid: number,
): { location: ItemLocation; item: UnreadableItem } {
  const location = JSON.stringify([source, path, validity, uid]);
  const id = `${prefix}${createHash('sha256').update(location).digest('base64url')}`;
  const name = path
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .slice(0, MAX_SHOWN_NAME)
    .toWellFormed();
  return {
    location: { id, folder: path, validity, uid },
    item: {
      id,
      reason: `The mail server lists an email in the folder “${name}” (number ${uid}) and does not return it. Check whether your mail program can open it.`,
    },
  };
}

/** Whether an id is the placeholder of an email that could not be read. */
export const isStandIn = (id: string): boolean => id.startsWith(prefix);
