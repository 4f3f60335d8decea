import { summaryDays } from '@repo/domain/time/timeline-window';
import { STRENGTH_NAMES } from '#lib/relationships/strength-badge.tsx';
import { personName, total, type Account } from '../data/account.ts';
import type { ColumnId } from './column-registry.ts';

type CsvColumn = { heading: string; value: (account: Account) => string | number };

/** The values of each column in an exported file, one entry per CSV column. Loaded with the first export. */
export const csvColumns: Record<ColumnId, readonly CsvColumn[]> = {
  name: [
    { heading: 'Account', value: ({ name }) => name },
    { heading: 'Domain', value: ({ domain }) => domain ?? '' },
  ],
  recentActivity: [
    {
      heading: `External (${summaryDays} days)`,
      value: ({ timeline }) => total(timeline?.external ?? []),
    },
    {
      heading: `Internal (${summaryDays} days)`,
      value: ({ timeline }) => total(timeline?.internal ?? []),
    },
  ],
  lastTouchPoint: [
    { heading: 'Last Touch Point', value: ({ lastActivity }) => lastActivity?.title ?? '' },
    { heading: 'Type', value: ({ lastActivity }) => lastActivity?.type ?? '' },
    { heading: 'Time', value: ({ lastActivity }) => lastActivity?.occurredAt ?? '' },
  ],
  contributors: [
    {
      heading: 'Contributors',
      value: ({ contributors }) => contributors.map(personName).join('; '),
    },
  ],
  createdBy: [{ heading: 'Created By', value: ({ createdBy }) => createdBy ?? '' }],
  created: [{ heading: 'Created', value: ({ createdAt }) => createdAt }],
  owner: [
    { heading: 'Owner', value: ({ owner }) => (owner ? personName(owner) : '') },
    { heading: 'Owner Email', value: ({ owner }) => owner?.email ?? '' },
  ],
  note: [{ heading: 'Note', value: ({ note }) => note }],
  tags: [{ heading: 'Tags', value: ({ tags }) => tags.map(({ name }) => name).join('; ') }],
  strength: [
    {
      heading: 'Strength',
      value: ({ relationship }) =>
        relationship?.label === undefined ? '' : STRENGTH_NAMES[relationship.label],
    },
  ],
  lastContactByUs: [
    { heading: 'Last Contact by Us', value: ({ relationship }) => relationship?.lastDayByUs ?? '' },
  ],
  lastContactByThem: [
    {
      heading: 'Last Contact by Them',
      value: ({ relationship }) => relationship?.lastDayByThem ?? '',
    },
  ],
  nextMeeting: [
    { heading: 'Next Meeting', value: ({ relationship }) => relationship?.nextMeetingAt ?? '' },
  ],
  daysInTouch: [
    { heading: 'Days in Touch', value: ({ relationship }) => relationship?.daysInTouch ?? '' },
  ],
};
