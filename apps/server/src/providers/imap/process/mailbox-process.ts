import { writeSync } from 'node:fs';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { ActivitySource, ChangePage } from '#modules/integrations/provider/activity-source.ts';
import {
  type ChangePosition,
  positionAfter,
} from '#modules/integrations/provider/change-position.ts';
import type { Credentials } from '#modules/integrations/provider/connect-methods.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { createResolveHost } from '#platform/net/resolve-host.ts';
import { createServerGuard } from '#platform/net/server-guard.ts';
import { connectClient, type ImapNetwork } from '../connect-client.ts';
import type { ImapAccount } from '../imap-account.ts';
import { toProviderError } from '../imap-failure.ts';
import { ALIVE_INTERVAL_MS, MAIL_PORTS, SIGN_IN_RESPONSE_MS } from '../imap-limits.ts';
import { locateMail } from '../locate-mail.ts';
import { openMailbox } from '../open-mailbox.ts';
import { readFolders } from '../read-folders.ts';
import { crashReport } from './process-end.ts';
import { type CallMessage, type Calls, createCalls, toFailure } from './process-messages.ts';

// A process that reads one mailbox after the other: everything that a mail server sends is parsed
// here. `mailbox-processes.ts` starts and ends it.

/** The settings of a mailbox that a process gets. */
export interface MailboxData {
  privateNetworks: readonly string[];
  ca: string | undefined;
  /** Timeout of a page; milliseconds. */
  timeoutMs?: number | undefined;
  /** The mailbox; absent for a sign-in. */
  session?: { credentials: Credentials; source: string; withoutText?: boolean | undefined };
}

export type ToProcess = CallMessage[] | { kind: 'open'; data: MailboxData } | { kind: 'close' };
export type FromProcess = CallMessage[] | { kind: 'alive' };

interface OpenedMailbox {
  receive: Calls['receive'];
  close: () => void;
}

const resolveHost = createResolveHost();
const send = (message: FromProcess) => void process.send?.(message);

function openSession({ privateNetworks, ca, timeoutMs, session }: MailboxData): OpenedMailbox {
  const network: ImapNetwork = {
    checkServer: createServerGuard({ resolveHost, ports: MAIL_PORTS, privateNetworks }),
    ca,
    timeoutMs,
  };
  const closed = new AbortController();
  const own: ProviderSession = {
    credentials: session?.credentials ?? {},
    source: session?.source ?? '',
    withoutText: session?.withoutText === true,
    saveCredentials: () => {},
    ownerId: '',
    spendRequest: async () => {},
    findLocations: async (id) => (await calls.call('findLocations', id)) as ItemLocation[],
    findFolders: async (prefix) => (await calls.call('findFolders', prefix)) as string[],
    signal: closed.signal,
  };
  const source = session && openMailbox(network, own);
  const calls = createCalls(send, {
    ...source,
    changes: source && continuing(source.changes),
    locate: (reference: string) => locateMail(network, own, reference),
    signIn: (account: ImapAccount) => signIn(network, account, closed.signal),
  });
  return {
    receive: calls.receive,
    close: () => {
      closed.abort();
      source?.close?.();
    },
  };
}

/** Opens a mailbox; when that fails, each call fails with the same error. */
function open(data: MailboxData): OpenedMailbox {
  try {
    return openSession(data);
  } catch (error) {
    const failure = toFailure(error);
    return {
      receive: (messages) => {
        const pending = messages.filter(({ kind }) => kind === 'call');
        send(pending.map(({ id }) => ({ kind: 'failure', id, failure })));
      },
      close: () => {},
    };
  }
}

/** Reads changes from the given position, or from that after the last page, which is not sent again. */
function continuing(changes: ActivitySource['changes']) {
  let last: ChangePosition | undefined;
  return async (given?: ChangePosition): Promise<ChangePage> => {
    const position = given ?? last;
    if (position === undefined) throw new Error('There is no page to continue after.');
    const page = await changes(position.cursor, position.progress);
    last = positionAfter(position, page);
    return page;
  };
}

async function signIn(
  network: ImapNetwork,
  account: ImapAccount,
  signal: AbortSignal,
): Promise<void> {
  try {
    const client = await connectClient(network, account, signal, SIGN_IN_RESPONSE_MS);
    try {
      await readFolders(client);
    } finally {
      client.close();
    }
  } catch (error) {
    throw toProviderError(error, account.server);
  }
}

// Node.js would print the error's message and properties.
process.on('uncaughtException', (error) => {
  writeSync(2, crashReport(error));
  process.exit(1);
});

let opened: OpenedMailbox | undefined;
process.on('message', (message: ToProcess) => {
  if (Array.isArray(message)) opened?.receive(message);
  else if (message.kind === 'open') opened = open(message.data);
  else opened?.close();
});
process.once('disconnect', () => process.exit());
// The server ends a process that is busy for too long.
setInterval(() => send({ kind: 'alive' }), ALIVE_INTERVAL_MS);
