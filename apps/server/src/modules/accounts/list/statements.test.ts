import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readableSql } from '#test/readable-sql.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { accountStatement } from '../reading/find-account.ts';
import { filterConditions } from './accounts-filter.ts';
import { type AccountsForm, accountsSql } from './accounts-sql.ts';

/*
 * The files in `statements/` are what PostgreSQL receives for the main forms of the list, and for one account.
 * After a change, write them with `npm run check:unit -- apps/server/src/modules/accounts/list/statements.test.ts -u`,
 * and read what has changed.
 */

let db: Database;
beforeAll(() => {
  // Only compiles, and never connects.
  db = createDatabase({
    url: 'postgres://127.0.0.1:1/none',
    poolSize: 1,
    onLostConnection: () => {},
  });
});
afterAll(() => db.destroy());

const firstPage: AccountsForm = {
  order: { by: 'name', direction: 'ASC' },
  includeTimeline: true,
  includeRelationships: false,
  includeOwners: false,
  includeTags: false,
  needsRelationships: false,
  readAtMost: 100,
  start: 'first',
  conditions: [],
  needsRecentCounts: false,
  recounts: false,
};
const sampleScope = {
  now: new Date('2026-03-04T12:00:00Z'),
  timeZone: 'UTC',
  workspaceId: '33333333-3333-4333-8333-333333333333',
};
const sampleTags = '11111111-1111-4111-8111-111111111111,22222222-2222-4222-8222-222222222222';
const filter = {
  search: 'acme',
  balance: 'external',
  goingQuiet: true,
  quietFor: 14,
} as const;
const forms: Record<string, Partial<AccountsForm>> = {
  'first-page': {},
  cursor: { start: 'cursor' },
  offset: { start: 'offset' },
  'whole-list': { readAtMost: undefined },
  'with-relationships-and-owners': { includeRelationships: true, includeOwners: true },
  'by-recent-activity': { order: { by: 'recentActivity', direction: 'DESC' } },
  'by-recent-activity-counted-again': {
    order: { by: 'recentActivity', direction: 'DESC' },
    recounts: true,
  },
  'by-next-meeting': { order: { by: 'nextMeeting', direction: 'ASC' } },
  'with-tags': {
    includeTags: true,
    conditions: filterConditions({ tags: sampleTags }, sampleScope),
  },
  filtered: {
    conditions: filterConditions(filter, sampleScope),
    needsRecentCounts: true,
    needsRelationships: true,
  },
};

/** A parameter is shown with its name. */
const given = (name: string) => sql`${sql.raw(`:${name}`)}` as RawBuilder<never>;
const reader = { tokenHash: given('tokenHash') };
const statementOf = (query: RawBuilder<unknown>) => readableSql(query.compile(db).sql);
const fileOf = (name: string) => `./statements/${name}.sql`;

test.each(Object.entries(forms))('%s', async (name, form) => {
  const query = accountsSql({ ...firstPage, ...form }, given, reader);
  await expect(statementOf(query)).toMatchFileSnapshot(fileOf(name));
});

test('one account', async () => {
  const query = accountStatement(given, reader);
  await expect(statementOf(query)).toMatchFileSnapshot(fileOf('one-account'));
});
