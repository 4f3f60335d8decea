import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { ActivitySource } from '#modules/integrations/provider/activity-source.ts';
import { mailboxTime } from '../mail/mail-time.ts';
import type { MailReader, ReadMail } from '../mail/mime/read-mail.ts';
import { toMailActivity } from '../mail/to-mail-activity.ts';
import { openGraphSession } from '../microsoft-auth/graph-session.ts';
import type { MailboxLimits } from '../microsoft-auth/mailbox-limits.ts';
import { isMissing, wordedFor } from '../microsoft-auth/microsoft-failure.ts';
import { MAX_MAIL_BYTES, type MicrosoftSettings } from '../microsoft-auth/microsoft-settings.ts';
import { createChangesPageSize } from './changes-page-size.ts';
import { listMails } from './list-mails.ts';
import { createFolderCache } from './folder-cache.ts';
import { mapHead } from './map-head.ts';
import { arrivalOf, type Message } from './message.ts';
import { readChanges, readPosition } from './read-changes.ts';
import { createHeadReader } from './read-heads.ts';

export const SERVICE = 'Microsoft 365 Mail';
const worded = wordedFor(SERVICE);

/** How many heads are requested at a time: as many as fit in a batch. */
const READS_AT_ONCE = 20;

/** Opens a user's mailbox for one sync. */
export function openMailbox(
  settings: MicrosoftSettings,
  session: ProviderSession,
  limits: MailboxLimits,
  read: MailReader,
): ActivitySource {
  const graph = openGraphSession(settings, session, limits);
  const heads = createHeadReader(graph);
  const pageSize = createChangesPageSize();
  const folders = createFolderCache(graph);
  const reading = { graph, folders, heads, pageSize };

  /** Undefined when a message is gone, or in a folder that is not read. */
  const find = async (id: string): Promise<Message | undefined> => {
    const message = await heads.read(id);
    if (message === undefined || message.isDraft === true) return undefined;
    return (await folders.isRead(message.parentFolderId)) ? message : undefined;
  };

  /** The whole message by the parser of all mail; undefined when it went meanwhile. */
  const parse = async (id: string): Promise<ReadMail | undefined> => {
    const mime = await worded(() =>
      graph.download({
        path: `/me/messages/${encodeURIComponent(id)}/$value`,
        maxBytes: MAX_MAIL_BYTES,
      }),
    ).catch(unlessMissing);
    return mime && read(mime);
  };

  return {
    position: () => worded(() => readPosition(reading)),
    changes: (cursor) => worded(() => readChanges(reading, cursor)),
    list: (window, pageToken) => worded(() => listMails(reading, window, pageToken)),
    async head(id) {
      const message = await worded(() => find(id));
      const head = message && mapHead(message);
      if (message === undefined || head !== undefined) return head;
      // Its fields do not say who took part.
      const email = await parse(id);
      if (email === undefined) return undefined;
      const { occurredAt, participants, bcc = [] } = toActivity(email, message);
      return {
        occurredAt,
        participants: [...participants, ...bcc],
        listAddresses: email.people.listSenders,
        messageId: email.messageId,
      };
    },
    async read(id) {
      const message = await worded(() => find(id));
      if (message === undefined) return undefined;
      const email = await parse(id);
      return email && toActivity(email, message);
    },
    readsAtOnce: READS_AT_ONCE,
  };
}

function toActivity(email: ReadMail, message: Message) {
  const arrivedAt = arrivalOf(message);
  const occurredAt = arrivedAt ?? (email.sentAt === undefined ? undefined : new Date(email.sentAt));
  if (occurredAt === undefined) throw new Error('Microsoft 365 gives no date for this message.');
  return toMailActivity(email, message.id, mailboxTime(email, occurredAt));
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && isMissing(error.cause)) return undefined;
  throw error;
}
