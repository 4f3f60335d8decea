import { lazy } from '../lazy.ts';

const figures = lazy(() => new Intl.NumberFormat('en'));

/**
 * A number of things, as every screen, mail and message of the product says it: '1 day', '2 days',
 * '1,204 accounts'.
 *
 * @param many the plural where it is more than an s: 'activities', 'people'
 */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${figures().format(count)} ${nounFor(count, noun, many)}`;
}

/** Some of a number of things: '12 of 1,204 accounts'. */
export const someOf = (count: number, all: number, noun: string): string =>
  `${figures().format(count)} of ${plural(all, noun)}`;

/** The noun alone, where the number stands elsewhere: 'Showing 10 of 1,204' accounts. */
export const nounFor = (count: number, noun: string, many = `${noun}s`): string =>
  count === 1 ? noun : many;
