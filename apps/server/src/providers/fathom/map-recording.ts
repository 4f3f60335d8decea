import { durationLabel } from '@repo/domain/time/duration-label';
import {
  type ActivityToCapture,
  type TranscriptSentence,
  UnusableDeliveryError,
} from '#modules/integrations/provider.ts';
import { fieldsOf, type Fields, pick, textOf, timeOf } from './payload-fields.ts';
import { peopleIn } from './people.ts';
import { sentencesIn } from './sentences.ts';
import { hexId } from '#platform/ids.ts';

const startNames = [
  'recordingstarttime',
  'meetingscheduledstarttime',
  'scheduledstarttime',
  'starttime',
  'meetingstarttime',
  'recordingcreatedat',
  'createdat',
  'date',
];
const endNames = [
  'recordingendtime',
  'meetingscheduledendtime',
  'scheduledendtime',
  'endtime',
  'meetingendtime',
];
const minutesNames = ['recordingdurationinminutes', 'durationinminutes', 'duration'];
const titleNames = ['meetingtitle', 'title', 'topic', 'recordingtitle', 'name'];
const summaryNames = [
  'defaultsummarymarkdownformatted',
  'aisummarymarkdownformatted',
  'aisummaryplaintext',
  'aisummary',
  'summary',
  'meetingsummary',
];
const shareNames = ['recordingshareurl', 'shareurl', 'recordingurl', 'url'];
const idNames = ['recordingid', 'id', 'shareid', 'meetingid'];
const minuteMs = 60_000;

/**
 * Maps a delivery in any of the three formats to an activity. Slightly modified field names are
 * still recognized, and any other missing field is omitted.
 *
 * @throws UnusableDeliveryError without a time or without any email address.
 */
export function mapRecording(payload: unknown): {
  activity: ActivityToCapture;
  transcript: TranscriptSentence[];
} {
  const fields = fieldsOf(Array.isArray(payload) ? payload[0] : payload);
  const start = pick(fields, startNames, timeOf);
  const participants = peopleIn(fields);
  if (start === undefined) {
    throw new UnusableDeliveryError('The delivery has no time in a known format.');
  }
  if (participants.length === 0) {
    throw new UnusableDeliveryError('No participant of the delivery has an email address.');
  }
  const minutes = minutesOf(fields, start);
  const summary = pick(fields, summaryNames, textOf) ?? '';
  const shareUrl = pick(fields, shareNames, webAddressOf);
  const actionItems = actionItemsIn(fields);
  const id = idOf(fields, start, participants);
  return {
    activity: {
      externalId: id,
      key: `fathom:${id}`,
      type: 'call',
      occurredAt: start,
      title: pick(fields, titleNames, textOf) ?? '',
      summary: plainText(summary),
      participants,
      startTime: start,
      ...(minutes !== undefined && { endTime: new Date(start.getTime() + minutes * minuteMs) }),
      ...(summary !== '' && { textBody: plainText(summary) }),
      metadata: {
        ...(actionItems.length > 0 && { actionItems }),
        ...(minutes !== undefined && { durationFormatted: durationLabel(minutes) }),
        ...(shareUrl !== undefined && { transcriptUrl: shareUrl }),
      },
    },
    transcript: sentencesIn(fields),
  };
}

/** Fathom's id of the recording, or other values that distinguish it. */
function idOf(
  fields: Fields,
  start: Date,
  participants: ActivityToCapture['participants'],
): string {
  const id = pick(fields, idNames, textOf) ?? idInAddress(pick(fields, shareNames, webAddressOf));
  if (id !== undefined) return id.slice(0, 200);
  const emails = participants.map(({ email }) => email).sort();
  return hexId(JSON.stringify([start.toISOString(), emails]));
}

const idInAddress = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : textOf(new URL(address).pathname.split('/').at(-1));

function minutesOf(fields: Fields, start: Date): number | undefined {
  const givenName = Number(pick(fields, minutesNames, textOf) ?? Number.NaN);
  if (givenName > 0 && givenName < 24 * 60) return givenName;
  const end = pick(fields, endNames, timeOf);
  const minutes = end === undefined ? 0 : (end.getTime() - start.getTime()) / minuteMs;
  return minutes > 0 && minutes < 24 * 60 ? minutes : undefined;
}

function webAddressOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

/**
 * Markdown without its markup; bullets remain as '- '. No expression can match into the beginning
 * of its next match, so that each part of the text is scanned only once.
 */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^#{1,6}\s+/gm, '')
    .replaceAll(/^[^\S\n]*[*•]\s+/gm, '- ')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '$1')
    .replaceAll(/\[([^[\]\n]*)\]\([^)\s[]*\)/g, '$1')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** The action items, with the assignee if there is one. */
function actionItemsIn(fields: Fields): string[] {
  const value = fields.get('actionitems') ?? fields.get('aiactionitems');
  if (Array.isArray(value)) return value.flatMap(describe);
  return (textOf(value) ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s*(\[[ x]\]\s*)?/i, '').trim())
    .filter((line) => line !== '');
}

function describe(item: unknown): string[] {
  if (typeof item !== 'object' || item === null) return [textOf(item) ?? []].flat();
  const { description, text, assignee } = item as Record<string, unknown>;
  const what = textOf(description) ?? textOf(text);
  if (what === undefined) return [];
  const { name, email } = (typeof assignee === 'object' && assignee !== null ? assignee : {}) as {
    name?: unknown;
    email?: unknown;
  };
  const who = textOf(name) ?? textOf(email);
  return [who === undefined ? what : `${what} (${who})`];
}
