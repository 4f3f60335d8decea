import type { EndpointResponse } from '@repo/contract/endpoints';
import type { TodayConversation, TodayMeeting, TodayNews } from '@repo/contract/today';
import { quietSentence } from '@repo/domain/relationships/going-quiet';
import { plural } from '@repo/domain/text/plural';
import { type BusinessDay, businessDayOf } from '@repo/domain/time/business-day';
import { formatDay } from '../digest/format-day.ts';
import type { MorningLine, MorningPart } from './morning.ts';

type Today = EndpointResponse<'GET /api/workspaces/{workspaceId}/today'>;

/** Maximum of lines in one part; the page has the others. */
const MAX_LINES = 5;

/** The parts of the page Today as lines of an email, without the empty ones. */
export function describeToday(today: Today, workspaceUrl: string): MorningPart[] {
  const { day, timeZone, meetings, waiting, unanswered, quiet, news } = today;
  const conversation = (isOwn: boolean) => (one: TodayConversation) => ({
    title: one.title || 'No subject',
    address: `${workspaceUrl}/accounts/${one.account.id}?activity=${one.id}`,
    fact: [
      `${isOwn ? 'To ' : ''}${one.person.name || one.person.email || 'someone'}`,
      one.account.name,
      formatDay(businessDayOf(new Date(one.occurredAt), timeZone)),
    ].join(' · '),
  });
  const upcoming = meetings.filter(({ isOver }) => !isOver);
  const parts: MorningPart[] = [
    {
      title: 'Meetings',
      total: upcoming.length,
      lines: first(upcoming, (meeting) => ({
        title: meeting.title || 'No title',
        address: `${workspaceUrl}/today?meeting=${meeting.id}`,
        fact: [timeOf(meeting, day, timeZone), ...meeting.accounts.map(({ name }) => name)].join(
          ' · ',
        ),
      })),
    },
    {
      title: 'Waiting for your answer',
      total: waiting.total,
      lines: first(waiting.conversations, conversation(false)),
    },
    {
      title: 'No answer yet',
      total: unanswered.total,
      lines: first(unanswered.conversations, conversation(true)),
    },
    {
      title: 'Going quiet',
      total: quiet.total,
      lines: first(quiet.people, ({ account, contact }) => ({
        title: `${contact.name || contact.addresses[0]} (${account.name})`,
        address: `${workspaceUrl}/people/${contact.id}`,
        fact: quietSentence(contact, day),
      })),
    },
    {
      title: 'New in the workspace',
      total: news.length,
      lines: first(news, (one) => newsLine(one, workspaceUrl)),
    },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

const first = <Entry>(entries: readonly Entry[], line: (entry: Entry) => MorningLine) =>
  entries.slice(0, MAX_LINES).map(line);

function newsLine({ kind, by, accounts, total }: TodayNews, workspaceUrl: string): MorningLine {
  const [account] = accounts;
  return {
    title: account?.name ?? '',
    address: `${workspaceUrl}/accounts/${account?.id ?? ''}`,
    fact: [
      `${by.name || by.email} ${kind === 'created' ? 'created it' : 'shared activities of it'}`,
      ...(total > 1 ? [`and ${plural(total - 1, 'more account')}`] : []),
    ].join(', '),
  };
}

/** 'Today, 10:00 AM – 10:30 AM' */
function timeOf({ startTime, endTime, isAllDay }: TodayMeeting, today: BusinessDay, zone: string) {
  const [start, end] = [new Date(startTime), new Date(endTime)];
  const day = businessDayOf(start, zone) <= today ? 'Today' : 'Tomorrow';
  if (isAllDay) return `${day}, all day`;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' });
  return `${day}, ${format.format(start)} – ${format.format(end)}`;
}
