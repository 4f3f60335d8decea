import { createHash } from 'node:crypto';

/**
 * Maximum pages of one listing, or of changes since the last sync. The largest mailboxes that we
 * know of have two million emails, which are 20,000 pages of 100.
 */
export const MAX_PAGES = 20_000;

/** The stored summary of the pages of a listing: constant in size, however many there are. */
export interface PagesRead {
  pages: number;
  /** The hash of the token at the end of the last page whose number is a power of two. */
  earlierToken: string | null;
}

export type PageStop = 'repeats' | 'too-many';

/**
 * Counts a page and compares its token with an earlier one. Brent's cycle detection: a listing that
 * goes in circles is noticed before it has been read three times.
 *
 * @param current the token that the page was read with.
 * @param next the token that it ended with.
 * @returns the reason to stop the listing, if any.
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

/** The message for users about why a listing was stopped. */
export const stopMessage = (provider: string, stop: PageStop): string =>
  `${provider} ${reasons[stop]}, so the sync was stopped. It will be tried again later.`;

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** A hash, since a vendor's tokens can have any length. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
