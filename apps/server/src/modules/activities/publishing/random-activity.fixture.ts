import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import * as fc from 'fast-check';
import type { ActivityToCapture } from '../activity-to-capture.ts';

const addresses = [
  'ann@acme.com',
  'bob@sub.acme.com',
  'cat@other.org',
  'me@home.net',
  'you@home.net',
];
export const hour = 3_600_000;
export const start = Date.now();

/** The sender may be among the recipients: a copy to oneself, or a list that hides who is on it. */
const participants = fc
  .record({
    emails: fc.uniqueArray(fc.constantFrom(...addresses), { minLength: 1, maxLength: 4 }),
    isCopied: fc.boolean(),
  })
  .map(({ emails, isCopied }) => [
    ...emails.map((email, index) => ({
      name: '',
      email,
      role: index ? ('to' as const) : ('from' as const),
    })),
    ...emails.slice(0, isCopied ? 1 : 0).map((email) => ({ name: '', email, role: 'cc' as const })),
  ]);

/** A day that is far enough from now to begin before or after it in every time zone. */
const dayAwayFromNow = (when: number) =>
  addDays(businessDayOf(new Date(start)), when + Math.sign(when));

/**
 * An email or a meeting, identified by its number, so that the same one occurs again, edited or
 * moved.
 */
export const activity = fc
  .record({
    number: fc.nat(7),
    copy: fc.nat(1),
    // Distinct whole days and odd hours, some of them in the future; never so near to now that the
    // time passes during a test run.
    when: fc.integer({ min: -30, max: 4 }).filter((days) => days !== 0),
    participants,
    bcc: fc.option(fc.constantFrom(...addresses), { freq: 2 }),
    refs: fc.array(fc.nat(7), { maxLength: 2 }),
    title: fc.constantFrom('Hello', 'Re: Hello'),
    isPrivate: fc.boolean(),
    isMarkedBySender: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, fc.constant(true)),
    // Of a mailbox of which no text is captured; the next time it may be captured.
    isWithoutText: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  })
  .map(
    ({
      number,
      copy,
      when,
      participants,
      bcc,
      refs,
      title,
      isPrivate,
      isMarkedBySender,
      isWithoutText,
    }): ActivityToCapture => {
      const isMail = number < 6;
      const isAllDay = number === 7;
      const occurredAt = isAllDay
        ? startOfBusinessDay(dayAwayFromNow(when))
        : new Date(start + (when * 24 + number) * hour + number);
      return {
        externalId: `${number} ${copy}`,
        key: isMail ? `mail ${number}` : `meeting ${number} at ${when}`,
        // The other meeting has none, as those that an earlier version stored.
        ...(number === 6 && { series: `meeting ${number}` }),
        type: isMail ? 'email' : 'calendar',
        occurredAt,
        ...(isAllDay && {
          isAllDay,
          startTime: occurredAt,
          endTime: startOfBusinessDay(addDays(dayAwayFromNow(when), 1)),
        }),
        title,
        summary: isMail && !isWithoutText ? `Text of ${number}` : '',
        ...(isMail && isWithoutText && { metadata: { withoutText: true as const } }),
        participants,
        ...(isMail && bcc !== null && { bcc: [{ name: '', email: bcc, role: 'other' as const }] }),
        isPrivate: isMail ? isMarkedBySender : isPrivate,
        messageIds: isMail ? [`<${number}>`, ...refs.map((ref) => `<${ref}>`)] : [],
      };
    },
  );
