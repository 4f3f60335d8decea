import { isOfNetwork, isOfResource } from './dav/dav-failure.ts';
import type { Calendar } from './discover-calendars.ts';
import type { Reading } from './reading.ts';

/** Calendars that are listed and cannot be read, so that the others still are. */
export interface Refusals {
  /** Why, by the address of the calendar. */
  readonly reasons: ReadonlyMap<string, Error>;
  /**
   * Reads a calendar, and notes why where that is not possible.
   *
   * @throws the error when it concerns other requests as well. The server has just listed the calendars, so
   *   that it does not respond at one of them counts as that one's; a second time, each of which may take a
   *   minute, as the server's.
   */
  attempt: <Result>(calendar: Calendar, read: () => Promise<Result>) => Promise<Result | undefined>;
  /** @throws the first error when none of the calendars can be read. */
  requireOne: (calendars: readonly Calendar[]) => void;
}

export function createRefusals({ signal, refused }: Pick<Reading, 'signal' | 'refused'>): Refusals {
  const reasons = new Map<string, Error>();
  let isUnresponsive = false;
  return {
    reasons,
    attempt: async ({ url: { href } }, read) => {
      try {
        const result = await read();
        refused.delete(href);
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (!isOfResource(error)) {
          if (isUnresponsive || !isOfNetwork(error)) throw error;
          isUnresponsive = true;
        }
        reasons.set(href, error);
        refused.set(href, error);
        return undefined;
      }
    },
    requireOne: (calendars) => {
      const [first] = reasons.values();
      if (first !== undefined && calendars.every(({ url }) => reasons.has(url.href))) throw first;
    },
  };
}
