import { domainToUnicode } from 'node:url';
import type { ActivityDetail } from '@repo/contract/activities';
import {
  type ExpectedMail,
  mailDifferences,
  type ShownMail,
} from '../../../apps/server/test/odd-inputs/mail-differences.ts';
import type { OddCalendar } from '../../../apps/server/test/odd-inputs/read-cases.ts';
import type { FormatCase } from './format-cases.ts';
import type { Shown } from './read-shown.ts';

const toShownMail = (activity: ActivityDetail): ShownMail => ({
  ...activity,
  occurredAt: new Date(activity.occurredAt),
  // As the pages show them (docs/decisions/shown-domains.md).
  participants: activity.participants.map((one) => ({ ...one, email: inUnicode(one.email) })),
  body: `${activity.plainTextBody ?? ''}\n${activity.htmlBody ?? ''}`,
  attachments: activity.metadata?.attachments ?? [],
});

function inUnicode(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToUnicode(address.slice(at)) || address.slice(at));
}

/** What is not right about the emails of a case, in words. */
export function wrongMails(
  { activities, threads }: Shown,
  expected: ExpectedMail,
  uploads: number,
): string[] {
  const [first] = activities;
  const n = expected.n ?? uploads;
  return [
    ...(activities.length === n ? [] : [`${activities.length} emails are shown, not ${n}`]),
    ...(first ? mailDifferences(toShownMail(first), expected) : []),
    ...(threads === (expected.threads ?? threads) ? [] : [`${threads} conversations`]),
  ];
}

/** In UTC, or days in the time zone of the workspace. */
const shownTime = ({ isAllDay }: ActivityDetail, time = ''): string =>
  isAllDay
    ? new Date(time).toLocaleDateString('sv', { timeZone: 'America/New_York' })
    : time.slice(0, 16);

/** What is not right about the meetings of a case, in words. Those to come are in no timeline yet. */
export function wrongMeetings({ activities }: Shown, { expected: all }: OddCalendar): string[] {
  const now = new Date().toISOString();
  const expected = all.filter(([start]) => start < now);
  const shown = activities.map((one, at) => [
    shownTime(one, one.startTime),
    expected[at]?.[1] === '' ? '' : shownTime(one, one.endTime),
  ]);
  const [got, wanted] = [JSON.stringify(shown), JSON.stringify(expected)];
  return got === wanted ? [] : [`meetings: ${got} is not ${wanted}`];
}

/** What is not right about a file of a case, in words. */
export function wrongFile({ activities }: Shown, said: string, expected: FormatCase): string[] {
  const bodies = activities.map((one) => `\n${one.plainTextBody ?? ''}`.replaceAll('\r', ''));
  const times = activities.map(({ occurredAt }) => occurredAt.slice(0, 19));
  const senders = activities.flatMap(({ participants }) =>
    participants.flatMap(({ role, email }) => (role === 'from' ? [email] : [])),
  );
  const { n, b = [], notB = [], from } = expected;
  return [
    ...(activities.length === n ? [] : [`${activities.length} emails are shown, not ${n}`]),
    ...(times.join() === (expected.times ?? times).join() ? [] : [`times: ${times.join()}`]),
    ...b.flatMap((text) => (bodies.some((one) => one.includes(text)) ? [] : [`no “${text}”`])),
    ...notB.flatMap((text) => (bodies.some((one) => one.includes(text)) ? [`“${text}”`] : [])),
    ...(from === undefined || senders.join() === from ? [] : [`senders: ${senders.join()}`]),
    ...((expected.said ?? / |^$/).test(said) ? [] : [`it says “${said}”`]),
  ];
}
