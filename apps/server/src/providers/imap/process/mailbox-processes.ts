import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  ALIVE_INTERVAL_MS,
  IDLE_PROCESS_MS,
  MAX_IDLE_PROCESSES,
  MAX_SILENT_INTERVALS,
  NEW_OBJECTS_MB,
} from '../imap-limits.ts';
import type { FromProcess, MailboxData, ToProcess } from './mailbox-process.ts';
import { endFailure, followOutput, notReadable, whenGone } from './process-end.ts';
import { type Calls, createCalls, type Handlers } from './process-messages.ts';
import type { ProcessSlot, ProcessSlots } from './process-slots.ts';

export interface ProcessOptions extends Pick<MailboxData, 'privateNetworks' | 'ca' | 'timeoutMs'> {
  slots: ProcessSlots;
  /** Memory of a process without its buffers, instead of its slot's. */
  memoryMb?: number;
}

/** A mailbox that a process has open. */
export interface Mailbox {
  call: Calls['call'];
  hasEnded: () => boolean;
  isWanted: () => boolean;
  close: () => void;
}

/** The environment of a process: nothing of the server's own settings. */
const passedOn = [
  'MALLOC_ARENA_MAX',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'TZ',
];

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
export async function openInTurn(
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
