import type { AccountSort } from '@repo/contract/account-sorts';
import { isOffered } from '#lib/server-level.ts';
import type { AccountColumn } from './account-column.ts';
import { contributorsColumn } from './contributors-column.tsx';
import { createdByColumn } from './created-by-column.tsx';
import { createdColumn } from './created-column.tsx';
import { lastTouchPointColumn } from './last-touch-point-column.tsx';
import { nameColumn } from './name-column.tsx';
import { noteColumn, ownerColumn } from './owner-columns.tsx';
import { recentActivityColumn } from './recent-activity-column.tsx';
import {
  daysInTouchColumn,
  lastContactByThemColumn,
  lastContactByUsColumn,
  nextMeetingColumn,
} from './contact-columns.tsx';
import { tagsColumn } from './tags-column.tsx';
import { strengthColumn } from './strength-column.tsx';

/** Every column of the accounts grid by its id, in its initial order. Addresses contain the ids. */
export const accountColumns = {
  name: nameColumn,
  recentActivity: recentActivityColumn,
  lastTouchPoint: lastTouchPointColumn,
  contributors: contributorsColumn,
  createdBy: createdByColumn,
  created: createdColumn,
  owner: ownerColumn,
  note: noteColumn,
  tags: tagsColumn,
  strength: strengthColumn,
  lastContactByUs: lastContactByUsColumn,
  lastContactByThem: lastContactByThemColumn,
  nextMeeting: nextMeetingColumn,
  daysInTouch: daysInTouchColumn,
} satisfies Record<string, AccountColumn>;

export type ColumnId = keyof typeof accountColumns;

/** The columns that the server offers. */
export const COLUMN_IDS = (Object.keys(accountColumns) as ColumnId[]).filter((id) => {
  const { level }: AccountColumn = accountColumns[id];
  return isOffered(level);
});

/** The columns of a grid that the user has not changed. */
export const INITIAL_COLUMNS = COLUMN_IDS.filter((id) => {
  const { isOptional = false }: AccountColumn = accountColumns[id];
  return !isOptional;
});

/** The first column stays first and is never hidden. */
export const FROZEN_COLUMN: ColumnId = 'name';

/** Returns what accounts are compared by in the given order, if a column sorts by it. */
export function sortKeyOf(by: AccountSort): NonNullable<AccountColumn['sort']>['key'] | undefined {
  return Object.values(accountColumns).find(({ sort }) => sort?.by === by)?.sort?.key;
}
