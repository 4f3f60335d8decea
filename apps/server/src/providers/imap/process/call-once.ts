import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { ImapAccount } from '../imap-account.ts';
import {
  LOCATE_MEMORY_MB,
  LOCATE_PROCESS_MS,
  SIGN_IN_MEMORY_MB,
  SIGN_IN_RESPONSE_MS,
} from '../imap-limits.ts';
import type { LocatedMail } from '../locate-mail.ts';
import type { MailboxData } from './mailbox-process.ts';
import { openInTurn, type ProcessOptions } from './mailbox-processes.ts';
import type { Calls } from './process-messages.ts';
import type { ProcessSlot } from './process-slots.ts';

/** Finds one email of a mailbox, in a process of its own. */
export async function locateInProcess(
  options: ProcessOptions,
  { ownerId, credentials, source, withoutText, signal }: ProviderSession,
  reference: string,
): Promise<LocatedMail | undefined> {
  const lookup: Lookup = {
    taking: options.slots.takeForLocating(ownerId, signal),
    memoryMb: LOCATE_MEMORY_MB,
    timeoutMs: LOCATE_PROCESS_MS,
    signal,
  };
  const session = { credentials, source, withoutText };
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
