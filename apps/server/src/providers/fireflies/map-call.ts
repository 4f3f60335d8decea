import { durationLabel } from '@repo/domain/time/duration-label';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';

type Participants = ActivityToCapture['participants'];

/** The requested fields of a call: https://docs.fireflies.ai/schema/transcript */
export const callFields = `id title date duration participants organizer_email host_email
  fireflies_users transcript_url meeting_attendees { displayName email name }
  summary { action_items overview short_summary bullet_gist }`;

type Texts = string | (string | null)[] | null | undefined;

/** A call as Fireflies returns it. Any field may be null. */
export interface FirefliesCall {
  id: string;
  title?: string | null;
  /** Epoch milliseconds. */
  date?: number | string | null;
  /** Minutes. */
  duration?: number | null;
  participants?: (string | null)[] | null;
  organizer_email?: string | null;
  host_email?: string | null;
  fireflies_users?: (string | null)[] | null;
  transcript_url?: string | null;
  meeting_attendees?:
    { displayName?: string | null; name?: string | null; email?: string | null }[] | null;
  /** Strings in the API's responses, lists in the vendor's SDK. */
  summary?: {
    action_items?: Texts;
    overview?: Texts;
    short_summary?: Texts;
    bullet_gist?: Texts;
  } | null;
}

/** A call with the failures of its fields, in words for users. */
export interface ListedCall extends FirefliesCall {
  /** Single fields failed; the others are available. */
  missing?: string;
  /** Only its id and date are known. */
  unreadable?: string;
}

/**
 * Maps a recorded call to an activity.
 *
 * @throws Error when it has no usable time or could not be read at all.
 */
export function mapCall(call: ListedCall): ActivityToCapture {
  if (call.unreadable !== undefined) throw new Error(call.unreadable);
  const start = new Date(Number(call.date ?? Number.NaN));
  if (Number.isNaN(start.getTime())) throw new Error(`The call ${call.id} has no usable time.`);
  const minutes = Number(call.duration ?? 0);
  const { summary } = call;
  const actionItems = linesOf(summary?.action_items).map((line) => line.replace(/^[-*•]\s+/, ''));
  const text = [summary?.overview, summary?.short_summary, summary?.bullet_gist]
    .map((one) => linesOf(one).join('\n'))
    .find((one) => one !== '');
  return {
    externalId: call.id,
    key: `fireflies:${call.id}`,
    ...(call.missing !== undefined && { missing: call.missing }),
    type: 'call',
    occurredAt: start,
    title: call.title?.trim() ?? '',
    summary: text ?? '',
    participants: participantsOf(call),
    startTime: start,
    ...(minutes > 0 && { endTime: new Date(start.getTime() + minutes * 60_000) }),
    ...(text !== undefined && { textBody: text }),
    metadata: {
      ...(actionItems.length > 0 && { actionItems }),
      ...(minutes > 0 && { durationFormatted: durationLabel(minutes) }),
      ...(isAddress(call.transcript_url) && { transcriptUrl: call.transcript_url }),
    },
  };
}

/**
 * All named people, without duplicate addresses; one text may contain several, separated by commas.
 */
export function participantsOf(call: FirefliesCall): Participants {
  const names = new Map(
    (call.meeting_attendees ?? []).map(({ email, displayName, name }) => [
      email?.trim().toLowerCase() ?? '',
      displayName?.trim() || name?.trim() || '',
    ]),
  );
  const addresses = [call.organizer_email, ...(call.participants ?? []), ...names.keys()]
    .flatMap((text) => (text ?? '').split(/[,;\s]+/))
    .map((address) => address.toLowerCase())
    .filter((address) => address.includes('@'));
  return [...new Set(addresses)].map((email) => ({
    name: names.get(email) ?? '',
    email,
    role: 'other',
  }));
}

function linesOf(texts: Texts): string[] {
  const list = Array.isArray(texts) ? texts : [texts];
  return list
    .flatMap((text) => (text ?? '').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const isAddress = (text: string | null | undefined): text is string =>
  /^https?:\/\//i.test(text ?? '');
