import { expect, test } from 'vitest';
import { readView, writeView, type AccountsView } from './accounts-view.ts';

test('a view is written to and read from the address, next to other parameters', () => {
  const view: AccountsView = {
    search: 'north & south',
    sort: { by: 'lastTouchPoint', order: 'DESC' },
    filters: {
      contributor: 'ann@example.com',
      createdBy: 'Bob',
      activeWithin: 7,
      quietFor: 30,
      balance: 'internal',
    },
  };
  const address = writeView(new URLSearchParams('columns=name'), view);
  expect(readView(new URLSearchParams(address.toString()))).toEqual(view);
  expect(address.get('columns')).toBe('name');
  expect(writeView(address, { search: '', filters: {} }).toString()).toBe('columns=name');
});

test('invalid values in an address are ignored', () => {
  const nonsense = new URLSearchParams('sort=-shoe&active_within=0&quiet_for=x&side=up&q=++');
  expect(readView(nonsense)).toEqual({ search: '', filters: {} });
});
