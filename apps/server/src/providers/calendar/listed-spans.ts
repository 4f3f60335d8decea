/**
 * Vendors list events oldest first. The newest are needed first, so a window is read in periods of this many days, the
 * last one first.
 */
export const SPAN_DAYS = 28;
const SPAN_MS = SPAN_DAYS * 24 * 60 * 60 * 1000;

/** A part of a window, and a position in its pages. Times in epoch milliseconds. */
export interface Span {
  from: number;
  /** Undefined for the first one of a window without an end, which includes all future events. */
  to: number | undefined;
  token: string | undefined;
}

export const firstSpan = (since: Date, now: Date, until?: Date): Span => ({
  from: Math.max(since.getTime(), (until ?? now).getTime() - SPAN_MS),
  to: until?.getTime(),
  token: undefined,
});

/** The span before this one; undefined at the beginning of the window. */
export function nextSpan({ from }: Span, since: Date): Span | undefined {
  const begin = since.getTime();
  if (from <= begin) return undefined;
  return { from: Math.max(begin, from - SPAN_MS), to: from, token: undefined };
}

export const writeSpan = ({ from, to, token }: Span): string =>
  `${from}-${to ?? ''}:${token ?? ''}`;

/** @returns undefined for a text that is not a page token. */
export function readSpan(text: string | undefined): Span | undefined {
  const [, from, to, token] = /^(\d+)-(\d*):(.*)$/s.exec(text ?? '') ?? [];
  if (from === undefined) return undefined;
  return {
    from: Number(from),
    to: to === '' ? undefined : Number(to),
    token: token === '' ? undefined : token,
  };
}
