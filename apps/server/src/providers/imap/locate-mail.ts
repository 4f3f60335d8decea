import type { ImapFlow } from 'imapflow';
import type { LocatedItem, ProviderSession } from '#modules/integrations/provider.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { mailParticipants } from '../mail/mail-addresses.ts';
import { messageIdIn } from '../mail/message-reference.ts';
import type { ImapNetwork } from './connect-client.ts';
import { readAccount } from './imap-account.ts';
import { folderProblem } from './folder-problem.ts';
import { openFolder, searchUids } from './imap-commands.ts';
import { openConnection } from './imap-connection.ts';
import { LOCATE_RESPONSE_MS, MAX_LIST_BYTES } from './imap-limits.ts';
import type { MailRow } from './mail-row.ts';
import { readFolders } from './read-folders.ts';
import { readRows } from './read-rows.ts';
import { withinBytes } from './within-bytes.ts';

/** `location`: where it is now. */
export type LocatedMail = Omit<LocatedItem, 'isChange'> & { location: ItemLocation };

/**
 * Finds one email of a mailbox by its Message-ID in any folder, including folders that are not read, in order
 * to explain why it is not imported.
 */
export async function locateMail(
  network: ImapNetwork,
  session: ProviderSession,
  reference: string,
): Promise<LocatedMail | undefined> {
  const messageId = messageIdIn(reference);
  if (messageId === undefined) return undefined;
  const account = readAccount(session.credentials);
  const connection = openConnection(
    { ...network, headsAlone: session.withoutText },
    account,
    session.signal,
    LOCATE_RESPONSE_MS,
  );
  try {
    return await connection.run(async (client) => {
      const { folders } = await readFolders(client);
      let failure: ProviderError | undefined;
      const find = (path: string) =>
        findIn(client, session.source, path, messageId).catch((cause: unknown) => {
          const problem = folderProblem(path, cause);
          if (problem === undefined) throw cause;
          failure ??= new ProviderError(
            'temporary',
            `${problem} The message is in no other folder.`,
            {
              cause,
            },
          );
          return undefined;
        });
      for (const { path } of folders) {
        const row = await find(path);
        if (row !== undefined) return toLocated(row, row.isDraft ? 'draft' : undefined);
      }
      for (const { path, exclusion } of await excludedFolders(client)) {
        const row = await find(path);
        if (row !== undefined) return toLocated(row, exclusion);
      }
      // It may be in the folder that cannot be read.
      if (failure !== undefined) throw failure;
      return undefined;
    });
  } finally {
    connection.close();
  }
}

async function findIn(
  client: ImapFlow,
  source: string,
  path: string,
  messageId: string,
): Promise<MailRow | undefined> {
  const folder = await openFolder(client, path);
  // A search matches parts of a header.
  const uids = await searchUids(client, { header: { 'Message-ID': messageId } });
  if (uids.length === 0) return undefined;
  const { rows } = await readRows(client, source, folder, uids.slice(-1));
  return rows[0];
}

const exclusions: Record<string, LocatedItem['exclusion']> = {
  '\\junk': 'spam',
  '\\trash': 'trash',
  '\\drafts': 'draft',
};

async function excludedFolders(client: ImapFlow) {
  const listed = await withinBytes(client, MAX_LIST_BYTES, () => client.list());
  return listed.flatMap(({ path, specialUse }) => {
    const exclusion = exclusions[(specialUse ?? '').toLowerCase()];
    return exclusion === undefined ? [] : [{ path, exclusion }];
  });
}

function toLocated(
  { location, occurredAt, head }: MailRow,
  exclusion: LocatedItem['exclusion'],
): LocatedMail {
  const { participants, bcc } = mailParticipants(head.addresses);
  return {
    id: location.id,
    occurredAt,
    participants: [...participants, ...bcc],
    exclusion,
    location,
  };
}
