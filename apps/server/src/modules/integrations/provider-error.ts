export type ProviderErrorKind =
  /** The grant was revoked or ran out: only the user can fix it. */
  | 'reauthorize'
  /**
   * The vendor refuses this server itself, as with a wrong client secret: only its operator can fix
   * it. It says nothing about the grant; `operatorMessage` says what to do.
   */
  | 'misconfigured'
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
  operatorMessage?: string | undefined;
}

/** What a vendor answered, in the engine's words. The message is one sentence for people. */
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
