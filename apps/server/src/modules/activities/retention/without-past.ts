import type { ActivityToCapture, CapturedMetadata } from '../activity-to-capture.ts';
import type { Cutoffs } from '../cutoffs.ts';

/** The details of an activity that remain when its text is deleted. */
export const KEPT_METADATA = [
  'durationFormatted',
  'status',
  'unknownTimeZone',
  'withoutText',
  'wholeKey',
] as const satisfies readonly (keyof CapturedMetadata)[];

/** Whether an activity is so old that its user does not keep it. */
export const isPast = (occurredAt: Date, { activities }: Cutoffs): boolean =>
  activities !== null && occurredAt < activities;

/** Whether an activity is so old that its user does not keep its text. */
export const isTextPast = (occurredAt: Date, { texts }: Cutoffs): boolean =>
  texts !== null && occurredAt < texts;

export function withoutText(activity: ActivityToCapture): ActivityToCapture {
  const { htmlBody: _html, textBody: _text, metadata, missing: _missing, ...rest } = activity;
  if (metadata === undefined) return { ...rest, summary: '' };
  const kept = Object.fromEntries(
    KEPT_METADATA.flatMap((name) => (metadata[name] === undefined ? [] : [[name, metadata[name]]])),
  );
  return { ...rest, summary: '', metadata: kept };
}
