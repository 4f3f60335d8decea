import { createHash } from 'node:crypto';

/**
 * Pages of one listing, or of what changed since a sync. The largest mailboxes that we know of have
 * two million mails, which are 20,000 pages of 100.
 */
export const MAX_PAGES = 20_000;

/** What is remembered of the pages of a listing: constant in size, however many there are. */
export interface PagesRead {
  pages: number;
  /** The hash of the token that the page of the last power of two ended with. */
  earlierToken: string | null;
}

export type PageStop = 'repeats' | 'too-many';

/**
 * Counts a page and compares its token with an earlier one. Brent's cycle detection: a listing that
 * goes in circles is noticed before it has been read three times.
 *
 * @param current the token that the page was read with.
 * @param next the token that it ended with.
 * @returns why the listing is to be stopped, if it is.
 */
export function countPage(
  { pages, earlierToken }: PagesRead,
  { current, next }: { current: string | null; next: string },
  maximum = MAX_PAGES,
): PagesRead & { stop: PageStop | undefined } {
  const read = pages + 1;
  const hash = hashOf(next);
  const repeats = next === current || hash === earlierToken;
  return {
    pages: read,
    earlierToken: isPowerOfTwo(read) ? hash : earlierToken,
    stop: repeats ? 'repeats' : read >= maximum ? 'too-many' : undefined,
  };
}

const reasons: Record<PageStop, string> = {
  repeats: 'keeps returning the same pages',
  'too-many': 'keeps returning more pages without an end',
};

/** Says for people why a listing was stopped. */
export const stopMessage = (provider: string, stop: PageStop): string =>
  `${provider} ${reasons[stop]}, so the sync was stopped. It will be tried again later.`;

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** Tokens are a vendor's and of any length. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
