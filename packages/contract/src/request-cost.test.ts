import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { costOfList, isExpensive } from './request-cost.ts';

const pages = costOfList({ filters: ['search'] });

const accounts = endpoints['GET /api/workspaces/{workspaceId}/accounts'].cost;

test.each([
  ['the whole list', {}, true],
  ['a page', { limit: '100' }, false],
  ['a large page', { limit: '500' }, true],
  ['a limit that is no number', { limit: 'all' }, true],
  ['several limits', { limit: ['100', '100'] }, true],
  ['a page near the beginning', { limit: '100', offset: '900' }, false],
  ['a page far from it', { limit: '100', offset: '49900' }, true],
  ['an offset that is no number', { limit: '100', offset: 'x' }, true],
  ['the page after a cursor', { limit: '100', cursor: 'x' }, false],
  ['a stored order', { limit: '100', sort: 'name' }, false],
  ['an order that changes with time', { limit: '100', sort: 'daysInTouch' }, true],
  ['a search', { limit: '8', search: 'acme' }, true],
  ['an empty search', { limit: '8', search: '' }, false],
  ['a filter', { limit: '100', balance: 'internal' }, true],
])('%s of accounts', (_, query, expected) => {
  expect(isExpensive(accounts, query)).toBe(expected);
});

test.each([
  ['a page without a limit', {}, false],
  ['the first page', { page: '1', limit: '25' }, false],
  ['a page near the beginning without a limit', { page: '51' }, false],
  ['a late page without a limit', { page: '52' }, true],
  ['a large page', { limit: '500' }, true],
  ['a limit that is no number', { limit: 'all' }, true],
  ['a blank limit', { limit: '' }, false],
  ['a late page', { page: '400', limit: '25' }, true],
  ['a search', { page: '1', limit: '25', search: 'x' }, true],
])('%s of a list with pages', (_, query, expected) => {
  expect(isExpensive(pages, query)).toBe(expected);
});

test('a call without a cost is cheap, and one with a high cost expensive', () => {
  expect(isExpensive(undefined, {})).toBe(false);
  expect(isExpensive('high', { limit: '1' })).toBe(true);
  expect(isExpensive(costOfList({}), { limit: '50' })).toBe(false);
});

test.each([
  'GET /api/workspaces/{workspaceId}/accounts',
  'GET /api/accounts',
  'GET /api/accounts/{accountId}/timeline',
] as const)('%s returns all without a limit', (name) => {
  expect(isExpensive(endpoints[name].cost, {})).toBe(true);
  expect(isExpensive(endpoints[name].cost, { limit: '50' })).toBe(false);
});

test('a conversation is expensive, and a message is not', () => {
  const { cost } = endpoints['GET /api/activities/{activityId}'];
  const id = '0192f0c0-0000-7000-8000-000000000000';
  expect(isExpensive(cost, {}, { activityId: `conversation.${id}` })).toBe(true);
  expect(isExpensive(cost, {}, { activityId: id })).toBe(false);
});

const lists = Object.entries<Endpoint>(endpoints).filter(
  ([name, { query }]) =>
    name.startsWith('GET ') &&
    ['limit', 'offset', 'search'].some((name) => name in (query?.shape ?? {})),
);

test.each(lists)('%s says what it costs', (_, { cost }) => {
  expect(cost).toBeDefined();
});
