import { isUnread } from './changes/folder-states.ts';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import type { Grant, ServerLogin } from '#modules/integrations/provider/connect-methods.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { createDnsRecords } from '#platform/net/dns-records.ts';
import { createFetchPublic } from '#platform/net/fetch-public.ts';
import { createResolveHost } from '#platform/net/resolve-host.ts';
import { createServerGuard } from '#platform/net/server-guard.ts';
import { readMailInTurn } from '../mail/mime/mail-reader-pool.ts';
import { findServer, type ServerSearch } from './find-server/find-server.ts';
import { type ImapAccount, readAccount } from './imap-account.ts';
import { toProviderError } from './imap-failure.ts';
import { createWatchInbox } from './idle/watch-inbox.ts';
import { MAIL_PORTS, PAGE_SIZE } from './imap-limits.ts';
import { locateInProcess, signInInProcess } from './process/call-once.ts';
import type { ProcessOptions } from './process/mailbox-processes.ts';
import { openMailboxInProcess } from './process/open-in-process.ts';
import { createProcessSlots, processLimits } from './process/process-slots.ts';

const settingsRequest = { accept: 'text/xml,application/xml', 'user-agent': 'mail-settings' };

export interface ImapOptions {
  /** Networks (CIDR) with servers that users may connect to, in addition to the public internet. */
  privateNetworks: readonly string[];
  /** Memory of all processes that read mailboxes, in MiB; half of the machine's when absent. */
  memoryMb?: number | undefined;
  /** Additionally trusted certificates; PEM. */
  ca?: string;
  /** The source of server settings; the internet when absent. */
  search?: ServerSearch;
  /** Timeout of a page; milliseconds. For tests. */
  timeoutMs?: number;
}

/** Any mailbox on an IMAP server. See the README in this folder. */
export function createImap({
  privateNetworks,
  memoryMb,
  ca,
  search,
  timeoutMs,
}: ImapOptions): SourceProvider {
  const resolveHost = createResolveHost();
  const limits = processLimits(memoryMb);
  const slots = createProcessSlots(limits);
  const processes: ProcessOptions = { slots, privateNetworks, ca, timeoutMs };
  const searched = search ?? {
    fetch: createFetchPublic(resolveHost, settingsRequest),
    records: createDnsRecords(),
  };
  return {
    id: 'imap',
    name: 'IMAP Mailbox',
    kind: 'mail',
    worksWithoutText: true,
    // One waits, so that the readers notice when their turn is over.
    maxSyncs: limits.processes + 1,
    // IMAP servers do not report a quota: some 1,200 emails a minute.
    history: { sliceDays: 28, pageItems: PAGE_SIZE, pageMs: 500, itemMs: 50 },
    texts: {
      note: 'Reads any mailbox that offers IMAP: company mail servers, Fastmail, iCloud and others',
      connectHelp:
        'Sign in with your email address and its password. Many services need an app password, which you create in the security settings of your account there.',
      messageIdHelp:
        'Open the message in your mail program and show its source or all headers to see the Message-ID.',
    },
    connect: {
      kind: 'server-login',
      findServer: (address, signal) => findServer(searched, address, signal),
      exchange: (login, signal, ownerId) => signIn(processes, searched, login, { signal, ownerId }),
    },
    open: (session) =>
      openMailboxInProcess(processes, session, (raw) => readMailInTurn(raw, session.ownerId)),
    watch: createWatchInbox({
      checkServer: createServerGuard({ resolveHost, ports: MAIL_PORTS, privateNetworks }),
      ca,
    }),
    locate: async (session, reference, cursor) => {
      const { server } = readAccount(session.credentials);
      try {
        const found = await locateInProcess(processes, session, reference);
        return found && { ...found, isChange: cursor !== null && isUnread(found.location, cursor) };
      } catch (error) {
        throw toProviderError(outOfTime(session.signal) ?? error, server);
      }
    },
  };
}

async function signIn(
  processes: ProcessOptions,
  search: ServerSearch,
  { address, user, password, server }: ServerLogin,
  { signal, ownerId }: { signal: AbortSignal; ownerId: string },
): Promise<Grant> {
  const found = server === undefined ? await findServer(search, address, signal) : undefined;
  const at = server ?? found?.server;
  if (at === undefined) {
    throw new ProviderError(
      'permanent',
      found?.help ?? 'The settings of this mailbox were not found. Enter its server.',
    );
  }
  const account: ImapAccount = { user: user || (found?.user ?? address), password, server: at };
  try {
    await signInInProcess(processes, { account, ownerId }, signal);
  } catch (error) {
    throw toProviderError(outOfTime(signal) ?? error, at);
  }
  return { credentials: account, source: address.toLowerCase() };
}

const outOfTime = (signal: AbortSignal): Error | undefined =>
  signal.aborted ? Object.assign(new Error('Out of time.'), { code: 'ETIMEOUT' }) : undefined;
