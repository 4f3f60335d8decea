import { limitParticipants } from '@repo/domain/activities/limit-participants';
import { withoutTag } from '@repo/domain/relationships/address-tag';
import { domainOfAddress } from '@repo/domain/domains/domain-name';
import { comparedAddress } from '@repo/domain/sharing/protected-address';
import type { Participant, ActivityType } from '@repo/contract/activities';
import type { ActivityToCapture } from './activity-to-capture.ts';
import { activityWords, peopleWords } from './search/activity-words.ts';
import { isStorableTime, MAX_LENGTHS, toStorableText, toStorableValue } from './to-storable.ts';
import { uuidOf } from '#platform/ids.ts';

/** Rows that were computed before they are stored. A source may keep its activities for long. */
const prepared = new WeakMap<ActivityToCapture, CapturedRow>();

/**
 * Computes the row of an activity that is captured later: while the database stores others this
 * thread is idle, and a transaction that computes rows keeps others waiting.
 *
 * @throws RangeError when its time cannot be stored.
 */
export function prepareToCapture(activity: ActivityToCapture): void {
  prepared.set(activity, computeRow(activity));
}

/**
 * Converts an activity to its row, by column name.
 *
 * @throws RangeError when its time cannot be stored.
 */
export function toCapturedRow(activity: ActivityToCapture): CapturedRow {
  const row = prepared.get(activity) ?? computeRow(activity);
  prepared.delete(activity);
  return row;
}

export type CapturedRow = ReturnType<typeof computeRow>;

function computeRow(activity: ActivityToCapture) {
  const { type, occurredAt } = activity;
  if (!isStorableTime(occurredAt)) {
    throw new RangeError(`Activity ${activity.externalId} has no usable time.`);
  }
  const participants = limitParticipants(activity.participants);
  const bcc = limitParticipants(activity.bcc ?? []);
  const row = {
    external_id: activity.externalId,
    activity_key: activityKey(type, activity.key),
    type,
    occurred_at: occurredAt.toISOString(),
    title: toStorableText(activity.title, MAX_LENGTHS.title),
    summary: toStorableText(activity.summary, MAX_LENGTHS.summary),
    participants: participants.map(toStorableParticipant),
    bcc: bcc.map(toStorableParticipant),
    location: optional(activity.location, MAX_LENGTHS.location),
    start_time: timeOf(activity.startTime),
    end_time: timeOf(activity.endTime),
    is_all_day: activity.isAllDay === true,
    is_private: isPrivateRow(activity),
    is_automatic: type === 'email' ? activity.isAutomatic === true : null,
    html_body: optional(activity.htmlBody, MAX_LENGTHS.body),
    text_body: optional(activity.textBody, MAX_LENGTHS.body),
    metadata: toStorableValue(activity.metadata ?? {}, MAX_LENGTHS.body),
    thread_refs: refsOf(activity),
  };
  return {
    ...row,
    search_words: activityWords(row),
    hidden_words: peopleWords(row.bcc),
    // Sets, which are not in the JSON that is stored.
    furtherParticipants: furtherThan(participants, activity.participants, activity.further),
    furtherBcc: furtherThan(bcc, activity.bcc ?? [], activity.furtherBcc),
  };
}

/** Addresses that are not stored, as `comparedAddress` writes them: a protected one can be among them. */
function furtherThan(
  kept: readonly Participant[],
  all: readonly Participant[],
  further: readonly string[] = [],
): ReadonlySet<string> {
  const cut = kept.length === all.length ? [] : all.map(({ email }) => email);
  return new Set([...cut, ...further].map(comparedAddress));
}

/**
 * Emails stored before the mark was read equal emails without it, so that they are not stored again for it.
 */
const isPrivateRow = ({ type, isPrivate }: ActivityToCapture): boolean | null =>
  type === 'calendar' ? isPrivate === true : (type === 'email' && isPrivate === true) || null;

function toStorableParticipant({ name, email, role }: Participant): Participant {
  return {
    name: toStorableText(name, MAX_LENGTHS.name).trim(),
    email: toStorableText(normalizeAddress(email), MAX_LENGTHS.name),
    role,
  };
}

/** Lower case, without a tag, and with the domain in normalized form. */
function normalizeAddress(address: string): string {
  const lower = withoutTag(address.trim().normalize('NFC').toLowerCase());
  const domain = domainOfAddress(lower);
  return domain === undefined ? lower : `${lower.slice(0, lower.lastIndexOf('@'))}@${domain}`;
}

/**
 * The references that connect it with its owner's other activities: the messages of its thread, or the series
 * of a meeting.
 */
function refsOf({ type, messageIds = [], series }: ActivityToCapture): string[] {
  if (type === 'email') return threadRefs(messageIds);
  return type === 'calendar' && series !== undefined ? [uuidOf(`series\n${series}`)] : [];
}

/**
 * Both ends of an overlong list: the beginning of the thread and the message's nearest ancestors.
 */
function threadRefs(messageIds: readonly string[]): string[] {
  const distinct = [...new Set(messageIds)];
  const half = MAX_LENGTHS.messageIds / 2;
  const kept =
    distinct.length <= MAX_LENGTHS.messageIds
      ? distinct
      : [...distinct.slice(0, half), ...distinct.slice(-half)];
  return kept.map(messageRef).sort();
}

const optional = (text: string | undefined, length: number): string | null =>
  text === undefined ? null : toStorableText(text, length);

const timeOf = (time: Date | undefined): string | null =>
  time !== undefined && isStorableTime(time) ? time.toISOString() : null;

/** An id that is the same for several users' copies of one activity. */
export const activityKey = (type: ActivityType, key: string): string =>
  uuidOf(`activity\n${type}\n${key}`);

/** A Message-ID as it is stored among the references of a thread. */
export const messageRef = (messageId: string): string => uuidOf(`message\n${messageId}`);
