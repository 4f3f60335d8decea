import { ProviderError } from '#modules/integrations/provider-error.ts';

/** A call between the server and the process of a mailbox, or its result; structured clones. */
export type CallMessage =
  | { kind: 'call'; id: number; name: string; args: unknown[] }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; failure: Failure };

interface Failure {
  message: string;
  /** The code of the error, or of its cause, for the log. */
  code: unknown;
  /** Set for a ProviderError. */
  provider?: Pick<ProviderError, 'kind' | 'retryAfterSeconds'>;
}

/** The functions that the other side can call. */
export type Handlers = Record<string, ((...args: never[]) => unknown) | undefined>;

export interface Calls {
  /** @throws the other side's error, or the error of `fail`. */
  call: (name: string, ...args: unknown[]) => Promise<unknown>;
  /** Handles messages of the other side. */
  receive: (messages: readonly CallMessage[]) => void;
  /** Rejects every pending call, and each one that follows. */
  fail: (error: Error) => void;
  /** Whether calls in one of the two directions are pending. */
  isBusy: () => boolean;
}

/**
 * Calls functions of another process, and lets it call the given ones.
 *
 * @param transmit sends messages to the other process. The messages of one turn of the event loop are
 *   sent together: each costs both processes more than the usual email in it.
 */
export function createCalls(
  transmit: (messages: CallMessage[]) => void,
  handlers: Handlers,
): Calls {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  let responding = 0;
  let failed: Error | undefined;
  let unsent: CallMessage[] = [];

  const send = (message: CallMessage) => {
    if (unsent.push(message) > 1) return;
    queueMicrotask(() => {
      const messages = unsent;
      unsent = [];
      transmit(messages);
    });
  };

  const respond = async (id: number, name: string, args: unknown[]): Promise<void> => {
    responding += 1;
    try {
      const handler = handlers[name] as ((...args: unknown[]) => unknown) | undefined;
      if (handler === undefined) throw new Error(`There is no ${name}.`);
      const value = await handler(...args);
      send({ kind: 'result', id, value });
    } catch (error) {
      send({ kind: 'failure', id, failure: toFailure(error) });
    } finally {
      responding -= 1;
    }
  };

  const settle = (message: Exclude<CallMessage, { kind: 'call' }>) => {
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.kind === 'result') waiting?.resolve(message.value);
    else waiting?.reject(toError(message.failure));
  };

  return {
    call: (name, ...args) => {
      if (failed !== undefined) return Promise.reject(failed);
      last += 1;
      const waiting = Promise.withResolvers<unknown>();
      pending.set(last, waiting);
      send({ kind: 'call', id: last, name, args });
      return waiting.promise;
    },
    receive: (messages) => {
      for (const message of messages) {
        if (message.kind === 'call') void respond(message.id, message.name, message.args);
        else settle(message);
      }
    },
    fail: (error) => {
      failed = error;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
    isBusy: () => pending.size + responding > 0,
  };
}

export function toFailure(error: unknown): Failure {
  const { message, code, cause } = (error instanceof Error ? error : new Error(String(error))) as {
    message: string;
    code?: unknown;
    cause?: { code?: unknown };
  };
  const known = [code, cause?.code].find((one) => typeof one === 'string');
  if (!(error instanceof ProviderError)) return { message, code: known };
  const { kind, retryAfterSeconds } = error;
  return { message, code: known, provider: { kind, retryAfterSeconds } };
}

function toError({ message, code, provider }: Failure): Error {
  const error = Object.assign(new Error(message), { code });
  if (provider === undefined) return error;
  const { kind, retryAfterSeconds } = provider;
  return new ProviderError(kind, message, { cause: error, retryAfterSeconds });
}
