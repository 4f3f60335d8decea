import { BusyError, ProviderError } from '#modules/integrations/provider-error.ts';
import { availableMemoryMb } from '#platform/available-memory.ts';
import { createFairLimiter, type FairLimiter } from '#platform/rate-limit/fair-limiter.ts';
import {
  LOOKUP_WAIT_MS,
  MAX_LOCATE_PROCESSES,
  MAX_SIGN_IN_PROCESSES,
  MIN_PROCESS_MEMORY_MB,
  PROCESS_BUFFERS_MB,
  PROCESS_MEMORY_MB,
  PROCESS_TURN_MS,
  PROCESS_WAIT_MS,
} from '../imap-limits.ts';

/** The number of mailbox processes, and the memory of each without its buffers. */
export interface ProcessLimits {
  processes: number;
  memoryMb: number;
}

/** The right to run one process. */
export interface ProcessSlot {
  /** To be called when the process has ended, or is idle. */
  release: () => void;
  /** Whether others wait for a process, and this one was used for as long as a turn. */
  isWanted: () => boolean;
}

/** Bounds the memory of all processes of mailboxes together; owners take turns. */
export interface ProcessSlots {
  memoryMb: number;
  /** Waits for the right to run a process that reads a mailbox. */
  takeForReading: TakeSlot;
  /**
   * Takes a slot for signing in. It does not wait for mailboxes that are being read, and only for a moment.
   *
   * @throws BusyError
   */
  takeForSignIn: TakeSlot;
  /** Takes a slot for looking up one email. */
  takeForLocating: TakeSlot;
}

/** @throws ProviderError when it took too long; the reason of the signal. */
type TakeSlot = (owner: string, signal: AbortSignal) => Promise<ProcessSlot>;

/** @param budgetMb the memory of all processes that read mailboxes; by default half of the machine's. */
export function processLimits(budgetMb = availableMemoryMb() / 2): ProcessLimits {
  const each = PROCESS_MEMORY_MB + PROCESS_BUFFERS_MB;
  if (budgetMb >= each) {
    return { processes: Math.floor(budgetMb / each), memoryMb: PROCESS_MEMORY_MB };
  }
  const left = Math.floor(budgetMb - PROCESS_BUFFERS_MB);
  return { processes: 1, memoryMb: Math.max(MIN_PROCESS_MEMORY_MB, left) };
}

export function createProcessSlots(
  { processes, memoryMb }: ProcessLimits,
  turnMs = PROCESS_TURN_MS,
): ProcessSlots {
  const shared = { waitingPerKey: Number.POSITIVE_INFINITY, timeoutMs: PROCESS_WAIT_MS };
  const reading = createFairLimiter({
    ...shared,
    // An owner leaves one to the others, where there are several.
    perKey: Math.max(1, processes - 1),
    total: processes,
  });
  const shortly = { ...shared, perKey: 1, timeoutMs: LOOKUP_WAIT_MS };
  const signIns = createFairLimiter({ ...shortly, total: MAX_SIGN_IN_PROCESSES });
  const locating = createFairLimiter({ ...shortly, total: MAX_LOCATE_PROCESSES });
  return {
    memoryMb,
    takeForReading: takeFrom(reading, turnMs, tooMany),
    takeForSignIn: takeFrom(signIns, turnMs, busy('mailboxes are being connected')),
    takeForLocating: takeFrom(locating, turnMs, busy('messages are being searched for')),
  };
}

function takeFrom(
  inTurn: FairLimiter,
  turnMs: number,
  toError: (cause: unknown) => ProviderError,
): TakeSlot {
  let waiting = 0;
  return (owner, signal) => {
    const taken = Promise.withResolvers<ProcessSlot>();
    const begin = () => {
      waiting -= 1;
      const begun = performance.now();
      const used = Promise.withResolvers<void>();
      taken.resolve({
        release: used.resolve,
        isWanted: () => waiting > 0 && performance.now() - begun > turnMs,
      });
      return used.promise;
    };
    waiting += 1;
    inTurn(owner, begin, (giveUp) => {
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    }).catch((cause: unknown) => {
      waiting -= 1;
      taken.reject(signal.aborted ? signal.reason : toError(cause));
    });
    return taken.promise;
  };
}

const busy = (what: string) => (cause: unknown) =>
  new BusyError(`Many ${what} at the moment. Please try again in a minute.`, { cause });

const tooMany = (cause: unknown): ProviderError =>
  new ProviderError(
    'temporary',
    'This server is reading as many mailboxes as it has memory for. It tries again.',
    { cause },
  );
