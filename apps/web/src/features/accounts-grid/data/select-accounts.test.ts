import { expect, test } from 'vitest';
import { sampleRow } from '#test/grid-samples.ts';
import type { AccountsView } from './accounts-view.ts';
import { selectAccounts } from './select-accounts.ts';

const now = new Date('2026-11-20T17:00:00Z');
const ann = { name: 'Ann Berg', email: 'ann@us.example' };
const bob = { name: '', email: 'bob@us.example' };
const email = (title: string, occurredAt: string) => ({
  title,
  type: 'email' as const,
  occurredAt,
});

const acme = sampleRow('Acme 10', {
  contributors: [ann],
  createdBy: 'Ann Berg',
  owner: bob,
  lastActivity: email('Re: Pricing', '2026-11-19T12:00:00Z'),
  timeline: { external: [3, 1], internal: [1, 0] },
});
const zeta = sampleRow('zeta', {
  domain: 'müller.example',
  contributors: [ann, bob],
  createdAt: '2026-03-01T00:00:00.000Z',
  lastActivity: email('Contract', '2026-10-01T12:00:00Z'),
  timeline: { external: [0, 0], internal: [9, 0] },
});
const quiet = sampleRow('Ácme 9', { createdBy: 'Bob' });
const all = [acme, zeta, quiet];

const select = (view: Partial<AccountsView>) =>
  selectAccounts(all, { search: '', filters: {}, ...view }, now).map(({ name }) => name);

test.each([
  ['ACME', ['Acme 10']],
  ['müller', ['zeta']],
  ['ann berg', ['Acme 10', 'zeta']],
  ['bob@us', ['zeta']],
  ['pricing acme', ['Acme 10']],
  ['pricing zeta', []],
  ['.*', []],
])('a search for %j finds %j', (search, found) => {
  expect(select({ search })).toEqual(found);
});

test.each<[AccountsView['filters'], string[]]>([
  [{ contributor: 'bob@us.example' }, ['zeta']],
  [{ createdBy: 'Bob' }, ['Ácme 9']],
  [{ owner: 'bob@us.example' }, ['Acme 10']],
  [{ owner: 'none' }, ['zeta', 'Ácme 9']],
  [{ activeWithin: 7 }, ['Acme 10']],
  [{ quietFor: 7 }, ['zeta', 'Ácme 9']],
  [{ balance: 'external' }, ['Acme 10']],
  [{ balance: 'internal' }, ['zeta']],
  [{ balance: 'balanced' }, []],
  [{ contributor: 'ann@us.example', quietFor: 7 }, ['zeta']],
])('the filters %j leave %j', (filters, left) => {
  expect(select({ filters })).toEqual(left);
});

test('an account without any activity has been quiet for however long', () => {
  expect(select({ filters: { quietFor: 3_650 } })).toEqual(['Ácme 9']);
});

test.each<[NonNullable<AccountsView['sort']>, string[]]>([
  // As people read: whatever the case and the accents, and numbers by their value.
  [{ by: 'name', order: 'ASC' }, ['Ácme 9', 'Acme 10', 'zeta']],
  [{ by: 'name', order: 'DESC' }, ['zeta', 'Acme 10', 'Ácme 9']],
  [{ by: 'recentActivity', order: 'DESC' }, ['zeta', 'Acme 10', 'Ácme 9']],
  // What has no value comes last in either order.
  [{ by: 'lastTouchPoint', order: 'ASC' }, ['zeta', 'Acme 10', 'Ácme 9']],
  [{ by: 'lastTouchPoint', order: 'DESC' }, ['Acme 10', 'zeta', 'Ácme 9']],
  [{ by: 'contributors', order: 'DESC' }, ['zeta', 'Acme 10', 'Ácme 9']],
  [{ by: 'createdBy', order: 'DESC' }, ['Ácme 9', 'Acme 10', 'zeta']],
  [{ by: 'owner', order: 'DESC' }, ['Acme 10', 'zeta', 'Ácme 9']],
  [{ by: 'created', order: 'DESC' }, ['zeta', 'Acme 10', 'Ácme 9']],
])('sorted by %j: %j', (sort, order) => {
  expect(select({ sort })).toEqual(order);
});

test('a view without search, filter and sorting returns the same list', () => {
  expect(selectAccounts(all, { search: '  ', filters: {} }, now)).toBe(all);
});
