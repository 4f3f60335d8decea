import type { AccessView } from '@repo/contract/activities';
import type { WholeActivity } from '#lib/activities/activity-query.ts';
import { type Fields, idOf, textOf as text } from '#lib/api/read-fields.ts';
import { readList, readTexts } from '#lib/api/read-list.ts';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { readLevel } from '#lib/sharing/level-texts.ts';
import { isFullServer } from '#lib/server-level.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { readAccess } from './describe-access.ts';

export type Person = { name: string; email: string; role: string };

type Colleague = { name: string; email: string };

/** An activity with its text, with everything that a server may leave out made plain. */
export type Activity = {
  id: string;
  /** 'email', 'calendar', 'call', 'conversation', or what else a server may name. */
  type: string;
  title: string;
  summary: string;
  /** Undefined if it cannot be read. */
  occurredAt: Date | undefined;
  participants: Person[];
  htmlBody: string;
  plainTextBody: string;
  location: string;
  startTime: Date | undefined;
  endTime: Date | undefined;
  /** Whether it takes whole days. */
  isAllDay: boolean;
  status: string;
  /** The zone that the calendar names, where the server does not know it. */
  unknownTimeZone: string;
  actionItems: string[];
  duration: string;
  transcriptUrl: string;
  /** Where an email opens in the reader's own mailbox. */
  original: { label: string; url: string } | undefined;
  attachments: string[];
  /** Whether the message itself has more than the conversation has of it. */
  isShortened: boolean;
  /** The messages of a conversation, oldest first; otherwise empty. */
  messages: Activity[];
  /** How many messages there are, where only the newest of them came. */
  messageCount: number;
  /** How much of it is shared, where that is less than everything; of a full server. */
  level: ShareLevel | undefined;
  /** Whether the reader can ask for the rest of it, and the answer; of a full server. */
  access: AccessView | undefined;
  /** Whether the mailbox of the shown copy captures no text; of a full server. */
  isTextNotCaptured: boolean;
  /** The user with the shown copy, and the users who have one. */
  user: Colleague;
  contributors: Colleague[];
  /** Undefined when the server does not send it. */
  accountId: string | undefined;
};

/** Reads the server's activity. The server decides which of the fields it fills. */
export function readActivity(received: WholeActivity | object): Activity {
  return read(received as Fields);
}

function read(received: Fields): Activity {
  const metadata = isFields(received['metadata']) ? received['metadata'] : {};
  const last = isFields(received['lastActivity']) ? received['lastActivity'] : {};
  const messages = list(received['activities'], 'messages of a conversation')
    .map(read)
    .sort((one, other) => (one.occurredAt?.getTime() ?? 0) - (other.occurredAt?.getTime() ?? 0));
  return {
    id: idOf(received['id']),
    type: text(received['type']) || (messages.length > 0 ? 'conversation' : 'email'),
    title: text(received['title']) || text(last['title']),
    summary: text(received['summary']),
    occurredAt: readInstant(received['occurredAt']) ?? messages.at(-1)?.occurredAt,
    participants: list(received['participants'] ?? last['participants'], 'participants').map(
      ({ name, email, role }) => ({ name: text(name), email: text(email), role: text(role) }),
    ),
    htmlBody: text(received['htmlBody']),
    plainTextBody: text(received['plainTextBody']),
    location: text(received['location']),
    startTime: readInstant(received['startTime']),
    endTime: readInstant(received['endTime']),
    isAllDay: received['isAllDay'] === true,
    status: text(metadata['status']),
    unknownTimeZone: text(metadata['unknownTimeZone']),
    actionItems: texts(metadata['actionItems'], 'action items'),
    duration: text(metadata['durationFormatted']),
    transcriptUrl: text(metadata['transcriptUrl']),
    original: readOriginal(received['original']),
    attachments: texts(metadata['attachments'], 'attachments'),
    isShortened: isFullServer() && received['isShortened'] === true,
    messages,
    messageCount: countOf(received['activityCount'], messages.length),
    level: isFullServer() ? readLevel(received['level']) : undefined,
    access: isFullServer() ? readAccess(received['access']) : undefined,
    isTextNotCaptured: isFullServer() && received['isTextNotCaptured'] === true,
    user: readColleague(isFields(received['user']) ? received['user'] : {}),
    contributors: list(received['contributors'], 'contributors').map(readColleague),
    accountId: idOf(received['accountId']) || undefined,
  };
}

/** The rest is only found on a full server. */
const countOf = (received: unknown, listed: number): number =>
  isFullServer() && typeof received === 'number' ? Math.max(received, listed) : listed;

const readColleague = ({ name, email }: Fields): Colleague => ({
  name: text(name),
  email: text(email),
});

function readOriginal(received: unknown): Activity['original'] {
  const fields = isFullServer() && isFields(received) ? received : {};
  const [label, url] = [text(fields['label']), text(fields['url'])];
  return label !== '' && url.startsWith('https://') ? { label, url } : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

const list = (value: unknown, what: string) => readList(value as Fields[], what);
const texts = (value: unknown, what: string) => readTexts(value, what).filter(Boolean);
