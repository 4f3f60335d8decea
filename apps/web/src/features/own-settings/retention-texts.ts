import type { RetentionPreview, RetentionState } from '@repo/contract/retention';
import { limits } from '@repo/contract/limits';
import { plural } from '@repo/domain/text/plural';

/** The value of the option that deletes nothing. */
export const ALL = 'all';

const OFFERED = [1, 3, 6, 12, 24, 36, 60, 84, 120];

/**
 * The choices, the longest first.
 *
 * @param stored one that was chosen without this form is among them.
 */
export function monthOptions(all: string, stored: number | null) {
  const offered = stored === null || OFFERED.includes(stored) ? OFFERED : [...OFFERED, stored];
  return [
    { value: ALL, label: all },
    ...offered
      .toSorted((one, other) => other - one)
      .map((months) => ({ value: String(months), label: labelOf(months) })),
  ];
}

const labelOf = (months: number): string =>
  months % 12 === 0 ? plural(months / 12, 'year') : plural(months, 'month');

export const valueOf = (months: number | null): string => (months === null ? ALL : String(months));
export const monthsOf = (value: string): number | null => (value === ALL ? null : Number(value));

/** Counts of the activities and texts deleted so far. */
export const describeDeleted = ({ deletedActivities, deletedTexts }: RetentionState): string =>
  `Deleted so far: ${plural(deletedActivities, 'activity', 'activities')}, and the texts of ${plural(deletedTexts, 'other')}.`;

/** Sentences about the activities and texts that would be deleted. */
export function describePreview(preview: RetentionPreview): string[] {
  const { activities, sharedActivities, texts } = preview;
  const lines = [];
  if (activities > 0) {
    const shared =
      sharedActivities === 0 ? 'None of them is shared' : `Shared: ${counted(sharedActivities)}`;
    lines.push(`${counted(activities)} deleted. ${shared}.`);
  }
  if (texts > 0) {
    const without = texts === 1 ? 'loses its text' : 'lose their texts';
    lines.push(`${plural(texts, 'newer activity', 'newer activities')} ${without}.`);
  }
  return lines;
}

/** Counts end at `limits.retentionCounted`. */
const counted = (number: number): string =>
  `${plural(number, 'activity', 'activities')}${number >= limits.retentionCounted ? ' or more' : ''}`;
