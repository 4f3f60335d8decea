import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { continueAccountChanges } from '#modules/accounts/deletion/continue-account-changes.ts';
import { publishRemaining } from '#modules/activities/publish-requests.job.ts';
import { mailRestoredShares } from '#modules/notifications/mail-restored-shares.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import type { MadePerson } from '../test-makers.ts';
import { accountStates } from './account-states.ts';
import { type SharedDomain, shareDomainOf } from './shared-domain.ts';
import { listPersonalTables, type PersonalTable, tablesWith } from './stored-copies.ts';
import { harmlessCalls, otherWithdrawals, withdrawingCalls } from './withdrawing-calls.ts';

let app: TestApp;
let admin: MadePerson;
let tables: PersonalTable[];
/** The tables that had something of Ann before a withdrawal. */
const filled = new Set<string>();

beforeAll(async () => {
  app = await createTestApp({ config: { allowUserDataReset: true } });
  admin = await app.make.person({ is_admin: true });
  tables = await listPersonalTables(app.db);
});
afterAll(() => app.close());

const findStored = ({ ann, accountId, otherId }: SharedDomain) =>
  tablesWith(app.db, tables, { userId: ann.id, accountIds: [accountId, otherId] });

/** What is left to the jobs. */
async function runJobs({ ann }: SharedDomain) {
  await continueAccountChanges(app.context);
  await publishRemaining(app.context, AbortSignal.timeout(10_000));
  await mailRestoredShares(app.context, { userId: ann.id });
}

describe.each(Object.keys(withdrawingCalls) as EndpointName[])('%s', (name) => {
  test.each(Object.keys(accountStates))(
    'withdraws what is shared with an account: %s',
    async (state) => {
      const shared = await shareDomainOf(app, admin);
      await accountStates[state]?.enter(shared);
      for (const table of await findStored(shared)) filled.add(table);
      const { status } = (await withdrawingCalls[name]?.(shared)) ?? { status: 0 };
      await accountStates[state]?.revive(shared);
      const mails = app.mails.length;
      await runJobs(shared);
      const isRefused = isMoved(name) ? status === 409 : status === 404;
      if (isRefused) {
        expect(refusals).toContain(`${name}: ${state}`);
        expect(await findStored(shared)).toContain('domain_shares');
        return;
      }
      expect(refusals).not.toContain(`${name}: ${state}`);
      expect(status).toBe(200);
      expect(await findStored(shared)).toEqual([]);
      expect(app.mails.slice(mails).filter(({ to }) => to === shared.ann.email)).toEqual([]);
    },
  );
});

const isMoved = (name: EndpointName) => name.endsWith('/share') || name.endsWith('/shares');

/**
 * A domain that is shared is not shared elsewhere as well, who left is no member, and no one manages the
 * members of an archived workspace.
 */
const refusals = [
  ...['POST /api/accounts/domains/share', 'POST /api/workspaces/{workspaceId}/shares'].flatMap(
    (name) =>
      [
        'in use',
        'shared a moment ago',
        'with a level that is changing',
        'left, to be redacted',
        'being deleted',
        'restored',
        'being merged',
        'merged',
        'in an archived workspace',
        'in an archived organization',
      ].map((state) => `${name}: ${state}`),
  ),
  ...[
    'in an archived workspace',
    'in an archived organization',
    'deleted in an archived workspace',
    'left, to be redacted',
    'left, to be erased',
  ].map((state) => `DELETE /api/workspaces/{workspaceId}/members/{userId}: ${state}`),
];

test('without a withdrawal each state shares it again in the end, and the tests see it', async () => {
  for (const { enter, revive } of Object.values(accountStates)) {
    const shared = await shareDomainOf(app, admin);
    await enter(shared);
    await revive(shared);
    await runJobs(shared);
    expect(await findStored(shared)).toEqual(
      expect.arrayContaining(['account_activity_contributors', 'domain_shares']),
    );
  }
});

test('every table that has an account and a person had something of theirs in one of the states', () => {
  const never = tables.map(({ table }) => table).filter((table) => !filled.has(table));
  expect(never).toEqual([]);
});

test('every call of the contract withdraws these rights, others, or none', () => {
  const changing = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => !name.startsWith('GET'),
  );
  const listed = [
    ...Object.keys(withdrawingCalls),
    ...Object.keys(otherWithdrawals),
    ...harmlessCalls,
  ];
  expect(listed.toSorted()).toEqual(changing.toSorted());
});
