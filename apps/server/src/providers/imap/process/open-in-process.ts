import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { LocatedMail } from '../locate-mail.ts';
import type {
  ActivitySource,
  ChangePage,
  Cursor,
  ItemHead,
  ListPage,
} from '#modules/integrations/provider/activity-source.ts';
import { mailboxTime } from '../../mail/mail-time.ts';
import type { MailReader } from '../../mail/mime/read-mail.ts';
import { toMailActivity } from '../../mail/to-mail-activity.ts';
import type { ImapAccount } from '../imap-account.ts';
import {
  ALIVE_INTERVAL_MS,
  IDLE_PROCESS_MS,
  LOCATE_MEMORY_MB,
  LOCATE_PROCESS_MS,
  MAX_IDLE_PROCESSES,
  MAX_SILENT_INTERVALS,
  NEW_OBJECTS_MB,
  PAGE_SIZE,
  SIGN_IN_MEMORY_MB,
  SIGN_IN_RESPONSE_MS,
} from '../imap-limits.ts';
import type { RawMail, RawMailbox } from '../open-mailbox.ts';
import type { FromProcess, MailboxData, ToProcess } from './mailbox-process.ts';
import { endFailure, followOutput, notReadable, whenGone } from './process-end.ts';
import { type Calls, createCalls, type Handlers } from './process-messages.ts';
import { createRecentLocations } from './recent-locations.ts';
import type { ProcessSlot, ProcessSlots } from './process-slots.ts';

export interface ProcessOptions extends Pick<MailboxData, 'privateNetworks' | 'ca' | 'timeoutMs'> {
  slots: ProcessSlots;
  /** Memory of a process without its buffers, instead of its slot's. */
  memoryMb?: number;
}

interface Mailbox {
  call: Calls['call'];
  hasEnded: () => boolean;
  isWanted: () => boolean;
  close: () => void;
}

/** The environment of a process: nothing of the server's own settings. */
const passedOn = ['MALLOC_ARENA_MAX', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_DIR', 'SSL_CERT_FILE', 'TZ'];

/**
 * Processes without a mailbox, and their timers. Starting one takes a third of a second of processor
 * time, so some are kept for a while.
 */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

function takeProcess(memoryMb: number, isUsual: boolean): ChildProcess {
  for (const [child, timer] of isUsual ? idle : []) {
    clearTimeout(timer);
    idle.delete(child);
    // One that is ending is known as ended only later.
    if (!child.connected || child.killed) continue;
    child.ref();
    child.channel?.ref();
    return child;
  }
  try {
    const child = fork(fileURLToPath(new URL('mailbox-process.ts', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMb}`, `--max-semi-space-size=${NEW_OBJECTS_MB}`],
      env: Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    followOutput(child);
    return child;
  } catch (cause) {
    throw notReadable(cause);
  }
}

function keepProcess(child: ChildProcess): void {
  const forget = () => {
    clearTimeout(timer);
    idle.delete(child);
  };
  const timer = setTimeout(() => {
    forget();
    child.kill('SIGKILL');
  }, IDLE_PROCESS_MS).unref();
  idle.set(child, timer);
  child.on('error', forget).on('exit', forget);
  child.unref();
  child.channel?.unref();
}

/**
 * Opens a mailbox in a process with a limited memory, a new one or an idle one. The process ends with
 * the signal, when it needs more memory, and when it is busy for too long; pending calls are then
 * rejected.
 */
function openProcess(
  { slots, memoryMb, ...data }: ProcessOptions & MailboxData,
  { slot, handlers, signal }: { slot: ProcessSlot; handlers: Handlers; signal: AbortSignal },
): Mailbox {
  const isUsual = memoryMb === undefined;
  const child = takeProcess(memoryMb ?? slots.memoryMb, isUsual);
  child.removeAllListeners();
  const send = (message: ToProcess) => {
    if (child.connected) child.send(message, () => {});
  };
  const calls = createCalls(send, handlers);
  let silent = 0;
  let hasEnded = false;
  const watch = setInterval(() => {
    silent += 1;
    if (silent > MAX_SILENT_INTERVALS) {
      end(notReadable(new Error('The process of a mailbox was busy for too long.')));
    }
  }, ALIVE_INTERVAL_MS);
  const settle = (error: Error) => {
    hasEnded = true;
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    child.removeAllListeners();
    calls.fail(error);
  };
  const end = (error: Error) => {
    if (hasEnded) return;
    settle(error);
    child.on('error', () => {});
    whenGone(child, slot.release);
    child.kill('SIGKILL');
  };
  const close = () => {
    const error = new Error('The mailbox was closed.');
    const isUsable = child.connected && !calls.isBusy() && isUsual;
    if (hasEnded || !isUsable || idle.size >= MAX_IDLE_PROCESSES) return end(error);
    settle(error);
    send({ kind: 'close' });
    keepProcess(child);
    // The next mailbox takes it before a new one is started.
    slot.release();
  };
  const abort = () => end(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
  child.on('message', (message: FromProcess) => {
    if (Array.isArray(message)) calls.receive(message);
    else silent = 0;
  });
  child.on('error', (cause) => end(notReadable(cause)));
  // After its last output was read, unlike 'exit'.
  child.on('close', (code, by) => end(endFailure(child, code, by)));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  else send({ kind: 'open', data });
  return { call: calls.call, hasEnded: () => hasEnded, isWanted: slot.isWanted, close };
}

/** Opens a mailbox when there is memory for its process. */
async function openInTurn(
  options: ProcessOptions & MailboxData,
  taking: Promise<ProcessSlot>,
  rest: { handlers: Handlers; signal: AbortSignal },
): Promise<Mailbox> {
  const slot = await taking;
  try {
    return openProcess(options, { slot, ...rest });
  } catch (error) {
    slot.release();
    throw error;
  }
}

interface Lookup {
  taking: Promise<ProcessSlot>;
  memoryMb: number;
  /** The time that it may take from the start of the process, not of the wait for it; milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Calls a process that is used for nothing else.
 *
 * @throws Error with the code `ETIMEOUT` when the server did not respond in time.
 */
async function callOnce(
  options: ProcessOptions & MailboxData,
  { taking, memoryMb, timeoutMs, signal }: Lookup,
  ...call: Parameters<Calls['call']>
): Promise<unknown> {
  const slot = await taking;
  const expired = AbortSignal.timeout(timeoutMs);
  const mailbox = await openInTurn({ memoryMb, ...options }, Promise.resolve(slot), {
    handlers: {},
    signal: AbortSignal.any([signal, expired]),
  });
  try {
    return await mailbox.call(...call);
  } catch (error) {
    if (!expired.aborted) throw error;
    throw Object.assign(new Error('Out of time.', { cause: error }), { code: 'ETIMEOUT' });
  } finally {
    mailbox.close();
  }
}

/**
 * Opens a mailbox in a process of its own: whatever its server sends costs no one else time or
 * memory. After the process ended, the next call starts another one.
 */
export function openMailboxInProcess(
  options: ProcessOptions,
  { ownerId, credentials, source, findLocations, findFolders, signal }: ProviderSession,
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
      { ...options, session: { credentials, source } },
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
        const email = await readMail(mail.source);
        return toMailActivity(email, mail.id, mailboxTime(email, mail.occurredAt));
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

/** Finds one email of a mailbox, in a process of its own. */
export async function locateInProcess(
  options: ProcessOptions,
  { ownerId, credentials, source, signal }: ProviderSession,
  reference: string,
): Promise<LocatedMail | undefined> {
  const lookup: Lookup = {
    taking: options.slots.takeForLocating(ownerId, signal),
    memoryMb: LOCATE_MEMORY_MB,
    timeoutMs: LOCATE_PROCESS_MS,
    signal,
  };
  const session = { credentials, source };
  const found = await callOnce({ ...options, session }, lookup, 'locate', reference);
  return found as LocatedMail | undefined;
}

/** Signs in to a server, in a process of its own, and lists its folders. */
export async function signInInProcess(
  options: ProcessOptions,
  { account, ownerId }: { account: ImapAccount; ownerId: string },
  signal: AbortSignal,
): Promise<void> {
  const lookup: Lookup = {
    taking: options.slots.takeForSignIn(ownerId, signal),
    memoryMb: SIGN_IN_MEMORY_MB,
    timeoutMs: SIGN_IN_RESPONSE_MS,
    signal,
  };
  await callOnce(options, lookup, 'signIn', account);
}
