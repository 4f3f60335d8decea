import { lazy } from '@repo/domain/lazy';

const figures = lazy(() => new Intl.NumberFormat('en'));

/** '1 day', '2 days', '1,204 accounts'; `many` where it is more than an s. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${figures().format(count)} ${count === 1 ? noun : many}`;
}
