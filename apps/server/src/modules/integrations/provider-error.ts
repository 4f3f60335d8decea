export type ProviderErrorKind =
  /** The grant was revoked or ran out: only the person can mend it. */
  | 'reauthorize'
  /** Asked too much; `retryAfterSeconds` says for how long to stop when the vendor does. */
  | 'rate-limited'
  /** The vendor no longer knows what changed since the cursor. */
  | 'cursor-expired'
  /** May go well when tried again: the network, an overloaded vendor. */
  | 'temporary'
  /** Will fail again: what was asked for cannot be had. */
  | 'permanent';

interface ProviderErrorOptions {
  cause?: unknown;
  retryAfterSeconds?: number | undefined;
}

/** What a vendor answered, in the engine's words. The message is one sentence for people. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ProviderErrorKind, message: string, options: ProviderErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
