import { expect, test } from 'vitest';
import { INITIAL_COLUMNS } from './column-registry.ts';
import {
  INITIAL_COLUMN_STATE,
  hideColumn,
  moveColumn,
  readColumnState,
  readShown,
  showColumn,
} from './column-state.ts';

test('columns are hidden and return to their position; the frozen one stays', () => {
  const hidden = hideColumn(INITIAL_COLUMN_STATE, 'contributors');
  expect(hidden.shown).not.toContain('contributors');
  expect(showColumn(hidden, 'contributors').shown).toEqual(INITIAL_COLUMNS);
  expect(hideColumn(INITIAL_COLUMN_STATE, 'name')).toEqual(INITIAL_COLUMN_STATE);
});

test('columns change places with a movable neighbour only', () => {
  const moved = moveColumn(INITIAL_COLUMN_STATE, 'lastTouchPoint', -1);
  expect(moved.shown.slice(0, 3)).toEqual(['name', 'lastTouchPoint', 'recentActivity']);
  expect(moveColumn(moved, 'recentActivity', 2).shown.slice(2, 5)).toEqual([
    'contributors',
    'createdBy',
    'recentActivity',
  ]);
  expect(moveColumn(INITIAL_COLUMN_STATE, 'recentActivity', -1)).toEqual(INITIAL_COLUMN_STATE);
  expect(moveColumn(INITIAL_COLUMN_STATE, 'created', 1)).toEqual(INITIAL_COLUMN_STATE);
});

test('what is remembered or named is taken as far as it makes sense', () => {
  expect(readShown('created,nonsense,created')).toEqual(['name', 'created']);
  expect(readShown('nonsense')).toBeUndefined();
  expect(readColumnState({ shown: 7, widths: { name: 250, created: -1, x: 9 } })).toEqual({
    shown: INITIAL_COLUMNS,
    widths: { name: 250 },
  });
});
