import type { ProviderSession } from '#modules/integrations/provider.ts';
import type {
  ActivitySource,
  ChangePage,
  Cursor,
  ItemHead,
  ListPage,
} from '#modules/integrations/provider/activity-source.ts';
import { headOfMail } from '../../mail/head-of-mail.ts';
import { mailboxTime } from '../../mail/mail-time.ts';
import type { MailReader } from '../../mail/mime/read-mail.ts';
import { toMailActivity } from '../../mail/to-mail-activity.ts';
import { PAGE_SIZE } from '../imap-limits.ts';
import type { RawMail, RawMailbox } from '../open-mailbox.ts';
import { type Mailbox, openInTurn, type ProcessOptions } from './mailbox-processes.ts';
import type { Handlers } from './process-messages.ts';
import { createRecentLocations } from './recent-locations.ts';

/**
 * Opens a mailbox in a process of its own: whatever its server sends costs no one else time or
 * memory. After the process ended, the next call starts another one.
 */
export function openMailboxInProcess(
  options: ProcessOptions,
  {
    ownerId,
    credentials,
    source,
    withoutText = false,
    findLocations,
    findFolders,
    signal,
  }: ProviderSession,
  readMail: MailReader,
): ActivitySource {
  let mailbox: Mailbox | undefined;
  let opening: Promise<Mailbox> | undefined;
  const recent = createRecentLocations();
  const handlers: Handlers = {
    findLocations: async (id: string) => [...recent.of(id), ...((await findLocations?.(id)) ?? [])],
    findFolders: async (prefix: string) => (await findFolders?.(prefix)) ?? [],
  };
  const open = async (): Promise<Mailbox> => {
    if (mailbox !== undefined && !mailbox.hasEnded()) return mailbox;
    opening ??= openInTurn(
      { ...options, session: { credentials, source, withoutText } },
      options.slots.takeForReading(ownerId, signal),
      { handlers, signal },
    ).finally(() => (opening = undefined));
    mailbox = await opening;
    return mailbox;
  };
  const call = async (name: keyof RawMailbox, ...args: unknown[]): Promise<unknown> => {
    signal.throwIfAborted();
    try {
      return await (await open()).call(name, ...args);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  };
  let parsed = 0;
  /** One message for all emails that were parsed in the same turn of the event loop. */
  const release = (bytes: number) => {
    if (parsed === 0) {
      queueMicrotask(() => {
        // A process that has ended has nothing to be released.
        mailbox?.call('release', parsed).catch(() => {});
        parsed = 0;
      });
    }
    parsed += bytes;
  };
  /** The progress that was returned last, and the process that continues after it. */
  let last: { reader: Mailbox | undefined; progress: Cursor } | undefined;
  return {
    position: async () => (await call('position')) as Cursor,
    changes: async (cursor, progress) => {
      const isNext = progress !== undefined && last?.progress === progress;
      const hasPosition = isNext && last?.reader === mailbox && mailbox?.hasEnded() === false;
      // The cursor may have many megabytes: a process that has it does not get it once more.
      const page = (await call(
        'changes',
        hasPosition ? undefined : { cursor, progress },
      )) as ChangePage;
      last = page.isProgress === true ? { reader: mailbox, progress: page.next } : undefined;
      recent.add(page.locations);
      return page;
    },
    list: async (window, token) => {
      const page = (await call('list', window, token)) as ListPage;
      recent.add(page.locations);
      return page;
    },
    head: async (id) => (await call('head', id)) as ItemHead | undefined,
    read: async (id) => {
      const mail = (await call('read', id)) as RawMail | undefined;
      if (mail === undefined) return undefined;
      try {
        const email = await readMail(
          withoutText ? headOfMail(Buffer.from(mail.source)) : mail.source,
        );
        return toMailActivity(email, mail.id, mailboxTime(email, mail.occurredAt), withoutText);
      } finally {
        release(mail.source.byteLength);
      }
    },
    // Emails that are requested together are fetched with one command.
    readsAtOnce: PAGE_SIZE,
    isWanted: () => mailbox?.isWanted() ?? false,
    close: () => {
      mailbox?.close();
      void opening?.then(
        (opened) => opened.close(),
        () => {},
      );
    },
  };
}
