import { useEffect, useSyncExternalStore } from 'react';
import { checkConnection, onConnectionReturn, readConnection } from '../connection/connection.ts';
import { logFailure } from '../log-failure.ts';
import { isBuildReplaced } from './is-build-replaced.ts';

/**
 * - `failed`: it is loaded again when the connection returns, and when it is requested again.
 * - `replaced`: the server has a new build, for which the page has to be reloaded.
 * - `stuck`: it did not load in several attempts although the server is there. Browsers keep a failed import of
 *   a module until the page is reloaded.
 */
export type CodeStatus = 'idle' | 'loading' | 'loaded' | 'failed' | 'replaced' | 'stuck';

/** Whether only reloading the page helps. */
export const needsReload = (status: CodeStatus): boolean =>
  status === 'replaced' || status === 'stuck';

const AUTOMATIC_ATTEMPTS = 3;
const ATTEMPT_DELAY_MS = 1_000;

/** Loads a part of the application on demand. A failure is not final, unlike with `React.lazy`. */
export class CodeLoader<Code> {
  #load: () => Promise<Code>;
  #status: CodeStatus = 'idle';
  #code: Code | undefined;
  #pending: Promise<void> | undefined;
  #observers = new Set<() => void>();
  #reason = Promise.resolve();
  #failures = 0;
  #hasReturned = false;
  #stopWaiting: (() => void) | undefined;

  constructor(load: () => Promise<Code>) {
    this.#load = load;
  }

  /** The code once it is loaded. */
  read = (): Code | undefined => this.#code;

  readStatus = (): CodeStatus => this.#status;

  subscribe = (observer: () => void): (() => void) => {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  };

  /** Loads the code unless it is there. Resolves when it is, or when loading it has failed. */
  request = (): Promise<void> => {
    if (this.#status === 'loaded') return Promise.resolve();
    this.#pending ??= this.#attempt().finally(() => (this.#pending = undefined));
    return this.#pending;
  };

  /** Resolves when it is known why loading failed last. */
  explained = (): Promise<void> => this.#reason;

  async #attempt(): Promise<void> {
    // The reason that is shown for a failure stays, instead of flickering.
    if (this.#status === 'idle') this.#set('loading');
    try {
      this.#code = await this.#load();
      this.#stopWaiting?.();
      this.#set('loaded');
    } catch (error) {
      if (this.#status === 'loading') logFailure('A part of the application did not load.', error);
      this.#set('failed');
      this.#failures += 1;
      this.#stopWaiting ??= onConnectionReturn(this.#retry);
      this.#reason = this.#findReason();
    }
  }

  /** The connection has returned, perhaps during an attempt that fails because it was gone. */
  #retry = (): void => {
    this.#hasReturned = this.#pending !== undefined;
    void this.request();
  };

  async #findReason(): Promise<void> {
    const [isReplaced] = await Promise.all([isBuildReplaced(), checkConnection()]);
    if (this.#status !== 'failed') return;
    if (isReplaced) this.#set('replaced');
    else if (this.#hasReturned) this.#retry();
    // The connection was gone so briefly that nothing else noticed.
    else if (readConnection() === 'connected') {
      if (this.#failures > AUTOMATIC_ATTEMPTS) this.#set('stuck');
      else setTimeout(this.#retry, ATTEMPT_DELAY_MS * this.#failures);
    }
  }

  #set(status: CodeStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    for (const observer of this.#observers) observer();
  }
}

/** The code and its status; requested by the first component that needs it. */
export function useCode<Code>(loader: CodeLoader<Code>, isWanted = true) {
  const status = useSyncExternalStore(loader.subscribe, loader.readStatus);
  useEffect(() => {
    if (isWanted) void loader.request();
  }, [loader, isWanted]);
  return { code: loader.read(), status };
}
