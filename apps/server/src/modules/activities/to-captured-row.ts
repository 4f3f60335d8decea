import { domainOfAddress } from '@repo/domain/domain-name';
import type { Participant } from '@repo/contract/activities';
import type { ActivityToCapture } from './activity-to-capture.ts';
import { activityKey, threadRef } from './hash-to-uuid.ts';
import { isStorableTime, MAX_LENGTHS, toStorableText, toStorableValue } from './to-storable.ts';

/**
 * An activity as it is stored, by the names of the columns.
 *
 * @throws RangeError when its time is none that can be stored.
 */
export function toCapturedRow(activity: ActivityToCapture) {
  const { type, occurredAt, messageIds = [] } = activity;
  if (!isStorableTime(occurredAt)) {
    throw new RangeError(`Activity ${activity.externalId} has no usable time.`);
  }
  return {
    external_id: activity.externalId,
    activity_key: activityKey(type, activity.key),
    type,
    occurred_at: occurredAt.toISOString(),
    title: toStorableText(activity.title, MAX_LENGTHS.title),
    summary: toStorableText(activity.summary, MAX_LENGTHS.summary),
    participants: activity.participants
      .slice(0, MAX_LENGTHS.participants)
      .map(toStorableParticipant),
    bcc: (activity.bcc ?? []).slice(0, MAX_LENGTHS.participants).map(toStorableParticipant),
    location: optional(activity.location, MAX_LENGTHS.location),
    start_time: timeOf(activity.startTime),
    end_time: timeOf(activity.endTime),
    html_body: optional(activity.htmlBody, MAX_LENGTHS.body),
    text_body: optional(activity.textBody, MAX_LENGTHS.body),
    metadata: toStorableValue(activity.metadata ?? {}, MAX_LENGTHS.body),
    thread_refs: type === 'email' ? threadRefs(messageIds) : [],
  };
}
export type CapturedRow = ReturnType<typeof toCapturedRow>;

function toStorableParticipant({ name, email, role }: Participant): Participant {
  return {
    name: toStorableText(name, MAX_LENGTHS.name).trim(),
    email: toStorableText(normalizeAddress(email), MAX_LENGTHS.name),
    role,
  };
}

/** Lower case, and its domain in the form in which domains are compared everywhere. */
function normalizeAddress(address: string): string {
  const lower = address.trim().toLowerCase();
  const domain = domainOfAddress(lower);
  return domain === undefined ? lower : `${lower.slice(0, lower.lastIndexOf('@'))}@${domain}`;
}

/** Both ends of an overlong list: the beginning of the thread and the mail's nearest ancestors. */
function threadRefs(messageIds: readonly string[]): string[] {
  const distinct = [...new Set(messageIds)];
  const half = MAX_LENGTHS.messageIds / 2;
  const kept =
    distinct.length <= MAX_LENGTHS.messageIds
      ? distinct
      : [...distinct.slice(0, half), ...distinct.slice(-half)];
  return kept.map(threadRef).sort();
}

const optional = (text: string | undefined, length: number): string | null =>
  text === undefined ? null : toStorableText(text, length);

const timeOf = (time: Date | undefined): string | null =>
  time !== undefined && isStorableTime(time) ? time.toISOString() : null;
