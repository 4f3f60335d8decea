import type { LocatedItem, ProviderSession } from '#modules/integrations/provider.ts';
import type { Cursor } from '#modules/integrations/provider/activity-source.ts';
import { messageIdIn } from '../mail/message-reference.ts';
import { openGraphSession } from '../microsoft-auth/graph-session.ts';
import { readGraphPage } from '../microsoft-auth/graph-page.ts';
import type { MailboxLimits } from '../microsoft-auth/mailbox-limits.ts';
import { wordedFor } from '../microsoft-auth/microsoft-failure.ts';
import type { MicrosoftSettings } from '../microsoft-auth/microsoft-settings.ts';
import { createChangesPageSize } from './changes-page-size.ts';
import { createFolderCache } from './folder-cache.ts';
import { headParticipants } from './map-head.ts';
import { arrivalOf, HEAD_FIELDS, type Message, readMessage } from './message.ts';
import { SERVICE } from './open-mailbox.ts';
import { readChanges } from './read-changes.ts';
import { createHeadReader } from './read-heads.ts';

const worded = wordedFor(SERVICE);
/** Pages of changes that are searched for a message. */
const MAX_PAGES = 10;

/**
 * Finds one message in any folder by its Message-ID.
 *
 * @param wanted `reference`: what the user copied. `cursor`: up to where changes were read.
 */
export function locateMail(
  settings: MicrosoftSettings,
  session: ProviderSession,
  limits: MailboxLimits,
  { reference, cursor }: { reference: string; cursor: Cursor | null },
): Promise<LocatedItem | undefined> {
  const graph = openGraphSession(settings, session, limits);
  return worded(async () => {
    const messageId = messageIdIn(reference);
    if (messageId === undefined) return undefined;
    const filter = `internetMessageId eq '<${messageId.replaceAll("'", "''")}>'`;
    const query = `$filter=${encodeURIComponent(filter)}&$select=${HEAD_FIELDS}&$top=20`;
    const answer = await graph.get({ path: `/me/messages?${query}` });
    const { items: messages } = readGraphPage(answer, readMessage);
    const cache = createFolderCache(graph);
    const folders = await cache.current();
    const exclusionOf = ({ parentFolderId, isDraft }: Message): LocatedItem['exclusion'] => {
      if (isDraft === true) return 'draft';
      if (parentFolderId == null || folders.read.has(parentFolderId)) return undefined;
      return folders.excluded.get(parentFolderId) ?? 'excluded';
    };
    // A copy may be where messages are read.
    const found = messages.find((one) => exclusionOf(one) === undefined) ?? messages[0];
    const occurredAt = found && arrivalOf(found);
    if (found === undefined || occurredAt === undefined) return undefined;
    const { participants, bcc } = headParticipants(found);
    const reading = {
      graph,
      folders: cache,
      heads: createHeadReader(graph),
      pageSize: createChangesPageSize(),
    };
    return {
      id: found.id,
      occurredAt,
      participants: [...participants, ...bcc],
      isChange: cursor !== null && (await isAmongChanges(reading, found.id, cursor)),
      exclusion: exclusionOf(found),
    };
  });
}

/** Whether the next sync reads a message; so it is said of one that may be behind very many changes. */
async function isAmongChanges(
  reading: Parameters<typeof readChanges>[0],
  id: string,
  cursor: Cursor,
): Promise<boolean> {
  let position = cursor;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readChanges(reading, position);
    if (page.changed.includes(id)) return true;
    if (page.isLast) return false;
    position = page.next;
  }
  return true;
}
