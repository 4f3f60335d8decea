import type { RetentionPreview, RetentionState } from '@repo/contract/retention';
import type { WorkspaceRetentionPreview } from '@repo/contract/workspace-retention';
import { limits } from '@repo/contract/page-limits';
import { plural } from '@repo/domain/text/plural';
import { formatOwnInstant } from '#lib/time/business-time.ts';

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

export const labelOf = (months: number): string =>
  months % 12 === 0 ? plural(months / 12, 'year') : plural(months, 'month');

export const valueOf = (months: number | null): string => (months === null ? ALL : String(months));
export const monthsOf = (value: string): number | null => (value === ALL ? null : Number(value));

/** Counts of the activities and texts deleted so far. */
const describeDeleted = ({ deletedActivities, deletedTexts }: RetentionState): string =>
  `Deleted so far: ${plural(deletedActivities, 'activity', 'activities')}, and the texts of ${plural(deletedTexts, 'other')}.`;

/** When something is deleted, and how much was. */
export function stateOf(stored: RetentionState): string {
  const { nextRunAt, lastRunAt } = stored;
  const next = nextRunAt === null ? '' : ` Next time: ${formatOwnInstant(new Date(nextRunAt))}.`;
  if (lastRunAt === null) return nextRunAt === null ? 'Nothing is deleted.' : next.trim();
  return `Last time: ${formatOwnInstant(new Date(lastRunAt))}.${next} ${describeDeleted(stored)}`;
}

/** Sentences about the activities and texts that would be deleted. */
export function describePreview(preview: RetentionPreview): string[] {
  const { activities, sharedActivities, texts } = preview;
  const lines = [];
  if (activities > 0) {
    const shared =
      sharedActivities === 0 ? 'None of them is shared' : `Shared: ${counted(sharedActivities)}`;
    lines.push(`${counted(activities)} deleted. ${shared}.`);
  }
  return [...lines, ...textLines(texts)];
}

/** Sentences about what would be deleted from a workspace. */
export function describeWorkspacePreview({
  activities,
  accounts,
  heldAccounts,
  texts,
}: WorkspaceRetentionPreview): string[] {
  const gone =
    activities === 0
      ? []
      : [`${counted(activities)} deleted, of ${plural(accounts, 'account', 'accounts')}.`];
  const held =
    heldAccounts === 0
      ? []
      : [
          `${plural(heldAccounts, 'account', 'accounts')} with older activities under a legal hold: left alone.`,
        ];
  return [...gone, ...textLines(texts), ...held];
}

function textLines(texts: number): string[] {
  if (texts === 0) return [];
  const without = texts === 1 ? 'loses its text' : 'lose their texts';
  return [`${plural(texts, 'newer activity', 'newer activities')} ${without}.`];
}

/** Counts end at `limits.retentionCounted`. */
const counted = (number: number): string =>
  `${plural(number, 'activity', 'activities')}${number >= limits.retentionCounted ? ' or more' : ''}`;
