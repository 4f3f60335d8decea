import type { AccountRow } from '@repo/contract/account-list';
import {
  bubblePaths,
  type BubblePath,
} from '../../../apps/web/src/features/accounts-grid/columns/bubble-path.ts';

/** The product's columns with its widths; the same for each grid. */
export const columns = [
  { id: 'name', label: 'Account', width: 200 },
  { id: 'recentActivity', label: 'Recent Activity', width: 420 },
  { id: 'lastTouchPoint', label: 'Last Touch Point', width: 350 },
  { id: 'contributors', label: 'Contributors', width: 300 },
  { id: 'createdBy', label: 'Created By', width: 100 },
  { id: 'created', label: 'Created', width: 100 },
] as const;

export const rowHeight = 36;
export const headerHeight = 32;

export const bubbleColours: Record<BubblePath['side'], Record<BubblePath['level'], string>> = {
  external: { 1: '#a9b8f6', 2: '#6b83ea', 3: '#3f5bd8' },
  internal: { 1: '#c3c7cf', 2: '#8f95a1', 3: '#5a606c' },
};
export const bubbleSizes: Record<BubblePath['level'], number> = { 1: 5, 2: 9, 3: 13 };

export function bubblesOf({ timelineSummary }: AccountRow): BubblePath[] {
  if (timelineSummary === undefined) return [];
  return bubblePaths(timelineSummary.externalCounts, timelineSummary.internalCounts);
}

export async function readRows(): Promise<AccountRow[]> {
  const response = await fetch('/rows.json');
  return (await response.json()) as AccountRow[];
}

const age = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function ageOf(instant: string): string {
  const days = Math.round((Date.parse(instant) - Date.now()) / 86_400_000);
  return age.format(days, 'day');
}
