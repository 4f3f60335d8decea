import type { WatchEnd } from '#modules/integrations/provider/watch.ts';

/** Ends a watch, with the reason. */
export class WatchFailure extends Error {
  override name = 'WatchFailure';
  readonly reason: WatchEnd['reason'];

  constructor(reason: WatchEnd['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
