export type ProviderErrorKind =
  /** The grant was revoked or has expired: only the user can fix it. */
  | 'reauthorize'
  /**
   * The vendor refuses this server itself, for example because of a wrong client secret: only its
   * operator can fix it. The grant may still be valid; `operatorMessage` says what to do.
   */
  | 'misconfigured'
  /** Too many requests; `retryAfterSeconds` is how long to pause, if the vendor says so. */
  | 'rate-limited'
  /** The vendor no longer knows what changed since the cursor. */
  | 'cursor-expired'
  /** A retry may succeed: a network failure or an overloaded vendor. */
  | 'temporary'
  /** A retry will fail again: the requested item is not available. */
  | 'permanent';

interface ProviderErrorOptions {
  cause?: unknown;
  retryAfterSeconds?: number | undefined;
  operatorMessage?: string | undefined;
}

/** A vendor's failure in the engine's terms. The message is one sentence for users. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  readonly retryAfterSeconds: number | undefined;
  readonly operatorMessage: string | undefined;

  constructor(kind: ProviderErrorKind, message: string, options: ProviderErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.operatorMessage = options.operatorMessage;
  }
}

/** This server has no capacity at the moment, so nothing was requested from the vendor. */
export class BusyError extends ProviderError {
  constructor(message: string, { cause }: { cause?: unknown } = {}) {
    super('rate-limited', message, { cause, retryAfterSeconds: 60 });
  }
}
