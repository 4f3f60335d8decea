import { createHash } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Watch, WatchEnd, WatchSession } from '#modules/integrations/provider/watch.ts';
import type { CheckedServer, CheckServer } from '#platform/net/server-guard.ts';
import { createFairLimiter } from '#platform/rate-limit/fair-limiter.ts';
import { plainText } from '#platform/net/plain-text.ts';
import { type ImapAccount, readAccount } from '../imap-account.ts';
import {
  MAX_WATCHES_OF_HOST,
  MAX_WATCHES_STARTING,
  MAX_WATCHES_STARTING_AT_HOST,
  MIN_RENEWAL_MS,
  WATCH_RESPONSE_MS,
  WATCH_START_WAIT_MS,
} from '../imap-limits.ts';
import { openLines, type LineConnection } from './line-connection.ts';
import { createRenewalIntervals, type RenewalIntervals } from './renewal-intervals.ts';
import { type Commands, createCommands, signInLines } from './sign-in-lines.ts';
import { WatchFailure } from './watch-failure.ts';

export interface WatchOptions {
  checkServer: CheckServer;
  /** Additionally trusted certificates; PEM. */
  ca?: string | undefined;
  /** Timeout of a response; milliseconds. For tests. */
  responseMs?: number;
  /** The shortest interval of renewals; milliseconds. For tests. */
  minRenewMs?: number;
}

interface Opened {
  lines: LineConnection;
  commands: Commands;
}

/**
 * Watches the inbox of a mailbox by IDLE (RFC 2177). Only lines are read, and of them only that the number of emails
 * has grown: what a server sends costs no more than its bytes, which are limited, and nothing of it is stored.
 */
export function createWatchInbox({
  checkServer,
  ca,
  responseMs = WATCH_RESPONSE_MS,
  minRenewMs = MIN_RENEWAL_MS,
}: WatchOptions): Watch {
  let context: SecureContext | undefined;
  const intervals = createRenewalIntervals(minRenewMs);
  const start = createFairLimiter({
    perKey: MAX_WATCHES_STARTING_AT_HOST,
    total: MAX_WATCHES_STARTING,
    waitingPerKey: Number.POSITIVE_INFINITY,
    timeoutMs: WATCH_START_WAIT_MS,
  });
  const ofHosts = new Map<string, number>();

  const open = async (account: ImapAccount, signal: AbortSignal): Promise<Opened> => {
    const to = await checkedServer(checkServer, account, signal);
    signal.throwIfAborted();
    // One for all: each has the list of certificates.
    context ??= createSecureContext({ minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) });
    const isTls = account.server.security === 'tls';
    const lines = openLines({ to, secureContext: context, timeoutMs: responseMs }, isTls);
    const stop = () => lines.end('DONE\r\nw LOGOUT');
    signal.addEventListener('abort', stop, { once: true });
    const commands = createCommands(lines);
    try {
      const isOffered = (await signInLines(lines, commands, account)).has('IDLE');
      if (!isOffered) throw new WatchFailure('unsupported', 'It offers no IDLE.');
      return { lines, commands };
    } catch (error) {
      lines.end('w LOGOUT');
      throw error;
    }
  };

  return async (session) => {
    const { signal } = session;
    let lines: LineConnection | undefined;
    let host: string | undefined;
    try {
      const account = readAccount(session.credentials);
      const name = account.server.host.toLowerCase();
      if ((ofHosts.get(name) ?? 0) >= MAX_WATCHES_OF_HOST) {
        throw new WatchFailure('refused', 'As many mailboxes of its server are watched as may be.');
      }
      host = name;
      ofHosts.set(name, (ofHosts.get(name) ?? 0) + 1);
      const opened = await start(
        name,
        () => open(account, signal),
        (giveUp) => signal.addEventListener('abort', giveUp, { once: true }),
      );
      lines = opened.lines;
      return await idle(opened, session, { intervals, mailbox: keyOf(account) });
    } catch (error) {
      if (signal.aborted) return { reason: 'stopped', message: 'It was stopped.' };
      if (!(error instanceof WatchFailure)) return { reason: 'refused', message: messageOf(error) };
      return { reason: error.reason, message: error.message };
    } finally {
      lines?.end('w LOGOUT');
      if (host !== undefined) ofHosts.set(host, (ofHosts.get(host) ?? 1) - 1);
      if (host !== undefined && ofHosts.get(host) === 0) ofHosts.delete(host);
    }
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function checkedServer(
  checkServer: CheckServer,
  { server }: ImapAccount,
  signal: AbortSignal,
): Promise<CheckedServer> {
  try {
    return await checkServer(server, signal);
  } catch (cause) {
    throw new WatchFailure('refused', messageOf(cause), { cause });
  }
}

/** No password or address is kept for longer than its watch. */
const keyOf = ({ user, server }: ImapAccount): string =>
  createHash('sha256').update(`${user}\n${server.host}\n${server.port}`).digest('base64');

/** Waits for changes until the connection ends. Always throws. */
async function idle(
  { lines, commands }: Opened,
  session: WatchSession,
  { intervals, mailbox }: { intervals: RenewalIntervals; mailbox: string },
): Promise<WatchEnd> {
  let count = 0;
  let uidNext = '';
  let isLive = false;
  lines.onLine = (line) => {
    const [, number, what = ''] = /^\* (\d+) (EXISTS|EXPUNGE)/i.exec(line) ?? [];
    if (what.toUpperCase() === 'EXPUNGE') count = Math.max(0, count - 1);
    else if (number !== undefined) {
      const before = count;
      count = Number(number);
      if (isLive && count > before) session.onHint();
    }
    uidNext = /^\* OK \[UIDNEXT (\d+)\]/i.exec(line)?.[1] ?? uidNext;
    const [, bye] = /^\* BYE ?(.*)$/i.exec(line) ?? [];
    if (bye === undefined) return;
    const said = `It ended the connection: ${plainText(bye)}`;
    lines.fail(new WatchFailure(isLive ? 'lost' : 'refused', said));
  };
  await commands.run('EXAMINE INBOX');
  const hasChanged = intervals.noteState(mailbox, `${uidNext || count}`);
  const renewMs = intervals.of(mailbox, session.renewMs);
  for (;;) {
    lines.allowMore();
    const tag = await commands.begin('IDLE');
    if (tag === undefined) throw new WatchFailure('unsupported', 'It refused IDLE.');
    if (isLive) session.onRenewed();
    else {
      isLive = true;
      session.onLive();
      // Something came between two connections.
      if (hasChanged) session.onHint();
    }
    let silentMs = 0;
    try {
      await lines.rest(renewMs);
      silentMs = lines.silentMs();
      await commands.finish(tag, 'DONE');
    } catch (error) {
      if (!session.signal.aborted) {
        intervals.noteCut(mailbox, Math.max(silentMs, lines.silentMs()));
      }
      throw error;
    }
  }
}
