import { limitParticipants } from '@repo/domain/activities/limit-participants';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';

type Participants = ActivityToCapture['participants'];

/** A meeting as calendars describe it, whatever their format. */
export interface Meeting {
  title: string;
  /** Plain text or HTML. */
  description: string;
  location: string;
  organizer: MeetingPerson;
  attendees: readonly MeetingPerson[];
}

export interface MeetingTime {
  externalId: string;
  /** The UID that all copies of the meeting have. */
  uid: string;
  status: string;
  start: Date;
  end: Date | undefined;
  isAllDay: boolean;
  /** Whether the calendar marks it as private or confidential. */
  isPrivate: boolean;
  /** The name of its time zone where that is not known; its times are in UTC. */
  unknownTimeZone?: string | undefined;
}

export interface MeetingPerson {
  email?: string | undefined;
  name?: string | undefined;
  /** The owner of the calendar. */
  isSelf?: boolean | undefined;
  hasDeclined?: boolean | undefined;
  isRoom?: boolean | undefined;
}

/** Google's addresses of rooms and calendars, and its placeholder for a withheld organizer. */
const notPeople =
  /@(resource|group)(\.v)?\.calendar\.google\.com$|^unknownorganizer@calendar\.google\.com$/i;
/** The suffix that Google adds to the UID when "this and following" begins a new series. */
const laterPart = /(?:_R\d{8}(?:T\d{6}Z?)?)+(?=@google\.com$)/;
const summaryLength = 200;

/** Whether the owner of the calendar has declined. */
export const isDeclined = (attendees: readonly MeetingPerson[]): boolean =>
  attendees.some(({ isSelf, hasDeclined }) => isSelf === true && hasDeclined === true);

/** The stored organizer and invitees, without rooms and without people who declined. */
export function participantsOf({
  organizer,
  attendees,
}: Pick<Meeting, 'organizer' | 'attendees'>): Participants {
  const declined = new Set(
    attendees.filter(({ hasDeclined }) => hasDeclined).map(({ email }) => email?.toLowerCase()),
  );
  const found = new Map<string, Participants[number]>();
  for (const person of [organizer, ...attendees]) {
    const email = person.email?.trim().toLowerCase().replace(/\.$/, '') ?? '';
    const isRoom = person.isRoom === true;
    if (!email.includes('@') || isRoom || notPeople.test(email) || declined.has(email)) continue;
    const name = person.name?.trim() || found.get(email)?.name || '';
    found.set(email, { name, email, role: 'other' });
  }
  return [...limitParticipants([...found.values()])];
}

/** The fields that the activities of all occurrences of a series share. */
export type MeetingTexts = Pick<
  ActivityToCapture,
  'title' | 'summary' | 'location' | 'htmlBody' | 'textBody'
>;

/** The texts of a meeting; of a series, once for all of its occurrences. */
export function textsOf({
  title,
  description,
  location,
}: Pick<Meeting, 'title' | 'description' | 'location'>): MeetingTexts {
  return {
    title: collapse(title),
    summary: collapse(withoutTags(description)).slice(0, summaryLength),
    ...(location && { location }),
    // Descriptions typed in Google Calendar are HTML, others plain text.
    ...(description !== '' &&
      (/<[a-z][^<>]*>/i.test(description) ? { htmlBody: description } : { textBody: description })),
  };
}

export function toMeetingActivity(
  { externalId, uid, status, start, end, isAllDay, isPrivate, unknownTimeZone }: MeetingTime,
  texts: MeetingTexts,
  participants: Participants,
): ActivityToCapture {
  return {
    externalId,
    key: `ical:${uid}@${start.toISOString()}`,
    series: `ical:${uid.replace(laterPart, '')}`,
    type: 'calendar',
    occurredAt: start,
    ...texts,
    participants,
    startTime: start,
    ...(end !== undefined && { endTime: end }),
    ...(isAllDay && { isAllDay }),
    isPrivate,
    metadata: {
      status,
      ...(unknownTimeZone !== undefined && { unknownTimeZone }),
    },
  };
}

const withoutTags = (html: string): string => html.replaceAll(/<[^>]*(?:>|$)/g, ' ');
const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
