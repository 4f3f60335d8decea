import type { TimelinePage, WindowSummary } from '@repo/contract/accounts';
import { type BusinessDay, isBusinessDay } from '@repo/domain/time/business-day';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';

/**
 * The position of the timeline's next part; undefined if the server does not say. Unusable values are absent.
 */
export function readPage(received: unknown): TimelinePage | undefined {
  if (!isObject(received)) return undefined;
  const { before, after, earlier, later } = received;
  return {
    ...(textOf(before) !== '' && { before: textOf(before) }),
    ...(textOf(after) !== '' && { after: textOf(after) }),
    earlier: readDay(earlier) ?? null,
    later: readDay(later) ?? null,
  };
}

/** The counts of a window; undefined without days, so that they are counted from the activities. */
export function readSummary(received: unknown): WindowSummary | undefined {
  if (!isObject(received)) return undefined;
  const { days, emails, meetings, calls } = received;
  if (!Array.isArray(days)) return undefined;
  return {
    days: days.flatMap((one: unknown) => {
      const { day, internal, external } = fieldsOf(one);
      const found = readDay(day);
      return found === undefined
        ? []
        : [{ day: found, internal: countOf(internal) ?? 0, external: countOf(external) ?? 0 }];
    }),
    emails: countOf(emails) ?? 0,
    meetings: countOf(meetings) ?? 0,
    calls: countOf(calls) ?? 0,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readDay = (value: unknown): BusinessDay | undefined =>
  isBusinessDay(textOf(value)) ? textOf(value) : undefined;
