import { expect, test } from 'vitest';
import { checkBackup } from './check-backup.ts';

const entry = (hoursAgo: number, problem: string | null = null) => ({
  startedAt: new Date(Date.now() - hoursAgo * 3_600_000),
  file: 'backup-a.backup',
  bytes: 20_000_000,
  rows: 1_204,
  problem,
});
const when = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;

test.each([
  ['off', {}, false, /^Scheduled backups are off\. Set BACKUP_DIR, or/],
  ['attention', {}, true, /^No backup was made yet: start a worker\.$/],
  ['good', { running: entry(0) }, true, /^The first backup is being made\.$/],
  [
    'good',
    { good: entry(3), failed: entry(4, 'Old.'), running: entry(0) },
    true,
    new RegExp(
      `^The backup of ${when} was restored for a check: 1,204 rows, 20 MB, in backup-a.backup.$`,
    ),
  ],
  [
    'attention',
    { good: entry(30), failed: entry(2, 'The disk is full: make room.') },
    false,
    new RegExp(
      `^The backup of ${when} failed: The disk is full: make room. The last good one is of ${when}.$`,
    ),
  ],
  [
    'attention',
    { failed: entry(2, 'a.backup is damaged') },
    true,
    /failed: a\.backup is damaged\. There is no good one yet\.$/,
  ],
  [
    'attention',
    { good: entry(31) },
    false,
    /is 31 hours old \(.*\): start a worker with BACKUP_DIR/,
  ],
] as const)('backups are %s', (state, backups, isOn, message) => {
  const found = checkBackup(backups, isOn);
  expect(found.message).toMatch(message);
  expect(found.state).toBe(state);
});
