import { ProviderError } from '../../modules/integrations/provider-error.ts';
import { isOfAccount, isOfResource } from './dav/dav-failure.ts';
import type { Calendar } from './discover-calendars.ts';

/** Calendars that are listed and cannot be read, so that the others still are. */
export interface Refusals {
  /** Why, by the address of the calendar. */
  readonly reasons: ReadonlyMap<string, Error>;
  /**
   * Notes why a calendar cannot be read.
   *
   * @throws the error when it concerns other requests as well. The server has just listed the calendars, so that it
   *   does not respond at one of them counts as that one's; a second time, each of which may take a minute, as the server's.
   */
  note: (calendar: Calendar, error: unknown) => void;
  /** @throws the first error when none of the calendars can be read. */
  requireOne: (calendars: readonly Calendar[]) => void;
}

export function createRefusals(signal: AbortSignal): Refusals {
  const reasons = new Map<string, Error>();
  let isUnresponsive = false;
  return {
    reasons,
    note: ({ url }, error) => {
      signal.throwIfAborted();
      if (!isOfResource(error)) {
        const isOfServer = isUnresponsive || isOfAccount(error) || error instanceof ProviderError;
        if (isOfServer || !(error instanceof Error)) throw error;
        isUnresponsive = true;
      }
      reasons.set(url.href, error);
    },
    requireOne: (calendars) => {
      const [first] = reasons.values();
      if (first !== undefined && calendars.every(({ url }) => reasons.has(url.href))) throw first;
    },
  };
}
