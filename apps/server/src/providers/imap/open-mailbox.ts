import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { ActivitySource } from '#modules/integrations/provider/activity-source.ts';
import type { ImapNetwork } from './connect-client.ts';
import { readAccount } from './imap-account.ts';
import { openConnection } from './imap-connection.ts';
import { MAX_REMEMBERED, MAX_REMEMBERED_CHARACTERS } from './imap-limits.ts';
import { createMailLister } from './list-mails.ts';
import { createLocationReader } from './read-location.ts';
import { type MailRow, toHead } from './mail-row.ts';
import { createChangesReader } from './changes/read-changes.ts';
import { createSourceReader } from './read-mails.ts';

/** An email as the server sends it: whole, or its head alone where no texts are captured. */
export interface RawMail {
  /** As in `ActivitySource`. */
  id: string;
  /** The time of arrival that the server reports. */
  occurredAt: Date;
  source: Uint8Array;
}

/** A mailbox that leaves parsing to another process. */
export interface RawMailbox extends Omit<ActivitySource, 'read' | 'readsAtOnce' | 'listsByHeads'> {
  /** Undefined when it is not, or no longer, an activity. */
  read: (id: string) => Promise<RawMail | undefined>;
  /** To be called when so many bytes of emails that were read are parsed. Limits how much is read ahead. */
  release: (bytes: number) => void;
}

/** Opens a user's mailbox with the given password. */
export function openMailbox(network: ImapNetwork, session: ProviderSession): RawMailbox {
  const { source, signal, withoutText } = session;
  const connection = openConnection(
    { ...network, headsAlone: withoutText },
    readAccount(session.credentials),
    signal,
    network.timeoutMs,
  );
  const rows = new Map<string, MailRow>();
  let characters = 0;
  const forget = (id: string) => {
    const row = rows.get(id);
    if (row === undefined) return;
    characters -= lengthOf(row);
    rows.delete(id);
  };
  const remember = (fresh: readonly MailRow[]) => {
    for (const row of fresh) {
      // A copy of it may be no draft.
      if (row.isDraft) continue;
      forget(row.location.id);
      rows.set(row.location.id, row);
      characters += lengthOf(row);
    }
    for (const oldest of rows.keys()) {
      if (rows.size <= MAX_REMEMBERED && characters <= MAX_REMEMBERED_CHARACTERS) break;
      forget(oldest);
    }
  };
  const changes = createChangesReader(
    source,
    remember,
    async () => (await session.findFolders?.('')) ?? [],
  );
  const list = createMailLister(source, remember);
  const sources = createSourceReader(connection, withoutText);

  const readAt = createLocationReader(source);
  /**
   * Looks for the email at its known locations; undefined when it is in none of them.
   *
   * @throws Error when it may be at one that cannot be read.
   */
  const find = async (id: string): Promise<MailRow | undefined> => {
    const locations = (await session.findLocations?.(id)) ?? [];
    let failure: Error | undefined;
    const row = await connection.run(async (client) => {
      for (const location of locations) {
        const found = await readAt(client, location);
        if (found instanceof Error) failure ??= found;
        else if (found?.isDraft === false) return found;
      }
      return undefined;
    });
    if (row === undefined && failure !== undefined) throw failure;
    if (row !== undefined) remember([row]);
    return row;
  };

  /** Passes on every email that was read, so that all memory is released. */
  const readWhole = async (row: MailRow | undefined): Promise<RawMail | undefined> => {
    if (row === undefined) return undefined;
    const mail = await sources.read(row);
    return mail && { id: row.location.id, occurredAt: row.arrivedAt, source: mail };
  };

  return {
    position: () => connection.run((client) => changes.position(client)),
    changes: (cursor, progress) =>
      connection.run((client) => changes.changes(client, cursor, progress)),
    list: (window, pageToken) => connection.run((client) => list(client, window, pageToken)),
    head: async (id) => {
      const row = rows.get(id) ?? (await find(id));
      return row && toHead(row);
    },
    read: async (id) => (await readWhole(rows.get(id))) ?? readWhole(await find(id)),
    release: sources.release,
    close: () => connection.close(),
  };
}

/** The characters of a head. */
function lengthOf({ head: { addresses, listAddresses, messageId = '' } }: MailRow): number {
  const texts = [...Object.values(addresses).flat(), ...listAddresses, messageId];
  return texts.reduce((sum, text) => sum + text.length, 0);
}
