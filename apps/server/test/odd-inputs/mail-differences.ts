import type { ActivityToCapture } from '#modules/activities/activity-to-capture.ts';

/** The right result of an input, by the keys of `cases.tsv`. */
export interface ExpectedMail {
  /** The instant in UTC, without a zone. */
  when?: string;
  t?: string;
  /** Any of these titles. */
  tany?: string[];
  /** Texts that the body contains. */
  b?: string[];
  /** Texts that the HTML contains. */
  hb?: string[];
  /** A text that the preview contains. */
  sumc?: string;
  /** Name and address of the senders; any name where it is empty. */
  from?: [name: string, address: string][];
  to?: [name: string, address: string][];
  fromn?: string;
  /** The number of activities. */
  n?: number;
  threads?: number;
  side?: 'internal' | 'external';
  att?: string[];
  /** Marks what can be argued about. */
  soft?: number;
}

/** What is compared of an activity, however it was read. */
export interface ShownMail {
  occurredAt: Date;
  title: string;
  summary: string;
  body: string;
  participants: { name: string; email: string; role: string }[];
  attachments: string[];
  side?: string | undefined;
}

export const shownMail = (activity: ActivityToCapture): ShownMail => ({
  ...activity,
  // Capturing removes it.
  title: activity.title.replaceAll('\0', ''),
  body: `${activity.textBody ?? ''}\n${activity.htmlBody ?? ''}`,
  attachments: activity.metadata?.attachments ?? [],
});

/** What is not right about an email, in words. */
export function mailDifferences(mail: ShownMail, expected: ExpectedMail): string[] {
  const { title, body, summary, attachments, side } = mail;
  const of = (role: string) => mail.participants.filter((one) => one.role === role);
  const texts = [...(expected.b ?? []), ...(expected.hb ?? [])];
  const when = mail.occurredAt.toISOString().slice(0, 19);
  return [
    ...unequal('time', when, expected.when),
    ...unequal('title', title, expected.t),
    ...(expected.tany?.includes(title) === false ? [`title “${title}”`] : []),
    ...texts.flatMap((text) => (body.includes(text) ? [] : [`“${text}” is not in “${body}”`])),
    ...(summary.includes(expected.sumc ?? '') ? [] : [`preview “${summary}”`]),
    ...unequal('sender', of('from')[0]?.name, expected.fromn),
    ...unequalPeople('senders', of('from'), expected.from),
    ...unequalPeople('recipients', of('to'), expected.to),
    ...unequal('side', side, expected.side),
    ...unequal('attachments', attachments.join(), expected.att?.join()),
  ];
}

function unequalPeople(
  what: string,
  people: ShownMail['participants'],
  expected: [name: string, address: string][] | undefined,
): string[] {
  const shown = people.map(({ name, email }, at): [string, string] => [
    expected?.[at]?.[0] === '' ? '' : name,
    email,
  ]);
  return unequal(what, JSON.stringify(shown), expected && JSON.stringify(expected));
}

/** Nothing is expected where it is undefined. */
const unequal = (
  what: string,
  shown: string | undefined,
  expected: string | undefined,
): string[] =>
  expected === undefined || shown === expected ? [] : [`${what}: ${shown} is not ${expected}`];

/** The number of conversations, by the ids that emails share. */
export function countConversations(mails: readonly { messageIds?: string[] }[]): number {
  const groups: Set<string>[] = [];
  for (const { messageIds = [] } of mails) {
    const joined = groups.filter((group) => messageIds.some((id) => group.has(id)));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push(new Set([...messageIds, ...joined.flatMap((group) => [...group])]));
  }
  return groups.length;
}
