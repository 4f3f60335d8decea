import { addDays, type BusinessDay, businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { requestTimeZone } from '#modules/workspaces/settings/request-time-zone.ts';
import { takeRemainingSteps } from '../publish-requests.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { sampleMail } from '../sample-mail.fixture.ts';
import { actualPublication } from '../publishing/actual-publication.fixture.ts';
import { expectedPublication } from '../publishing/expected-publication.fixture.ts';
import { changeTimeZones } from '../change-time-zones.job.ts';

const newYork = 'America/New_York';
const kiritimati = 'Pacific/Kiritimati';
const pagoPago = 'Pacific/Pago_Pago';

let app: TestApp;
let workspaceId: string;
let owner: MadePerson;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  owner = await app.make.person();
  await app.make.membership(workspaceId, owner.id, 'owner');
  ({ accountId } = await tracking(app).makeAccount(owner, workspaceId));
});
afterAll(() => app.close());

const request = (timeZone: string, token = owner.token) =>
  app.call('PUT /api/workspaces/{workspaceId}/time-zone', {
    token,
    params: { workspaceId },
    body: { timeZone },
  });

const move = async (timeZone: string): Promise<void> => {
  expect((await request(timeZone)).status).toBe(200);
  await changeTimeZones(app.context);
};

/** The time zones as the workspace is listed with them. */
async function zones() {
  const { data } = await app.call('GET /api/workspaces', { token: owner.token });
  const { timeZone, nextTimeZone } = data.items.find(({ id }) => id === workspaceId) ?? {};
  return [timeZone, nextTimeZone];
}

/** Reads what the pages of an account and the grid show by day. */
async function shown() {
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: owner.token,
    params: { accountId },
    query: { range: '12W', limit: 10 },
  });
  const { data: listed } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token: owner.token,
    params: { workspaceId },
    query: { includeTimeline: 'true', includeRelationships: 'true' },
  });
  const account = listed.accounts.find(({ id }) => id === accountId);
  const { data: people } = await app.call('GET /api/accounts/{accountId}/people', {
    token: owner.token,
    params: { accountId },
    query: {},
  });
  return {
    days: data.summary?.days.map(({ day }) => day),
    bubbles: account?.timelineSummary?.externalCounts.flatMap((count, index) =>
      count > 0 ? [20 - index] : [],
    ),
    lastDay: account?.relationship?.lastDay,
    contactDays: people.people.map(({ firstDay, lastDay }) => `${firstDay} ${lastDay}`),
  };
}

/** What pages have to show of mails from Acme at these times. */
function expectedAt(instants: readonly Date[], timeZone: string) {
  const days = [...new Set(instants.map((at) => businessDayOf(at, timeZone)))].sort();
  const ages = days.map((day) => daysBefore(day, businessDayOf(new Date(), timeZone)));
  return {
    days,
    bubbles: ages,
    lastDay: days.at(-1),
    contactDays: [`${days[0]} ${days.at(-1)}`],
  };
}

const daysBefore = (day: BusinessDay, today: BusinessDay) =>
  Array.from({ length: 21 }, (_, age) => age).findIndex((age) => addDays(today, -age) === day);

/** Each hour of two days, so that every time zone divides them otherwise. */
const instants = Array.from(
  { length: 48 },
  (_, hour) => new Date(Date.now() - 5 * 86_400_000 - hour * 3_600_000),
);

const captureMails = () =>
  tracking(app).capture(
    owner,
    instants.map((occurredAt) =>
      sampleMail({
        occurredAt,
        participants: [
          { name: 'Ann', email: 'ann@acme.com', role: 'from' },
          { name: '', email: owner.email, role: 'to' },
        ],
      }),
    ),
  );

test.each([kiritimati, pagoPago, 'Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin'])(
  'days move to %s and back',
  async (timeZone) => {
    await captureMails();
    expect(await shown()).toEqual(expectedAt(instants, newYork));
    const { data } = await request(timeZone);
    expect(data).toEqual({ timeZone: newYork, nextTimeZone: timeZone });
    expect(await zones()).toEqual([newYork, timeZone]);
    expect(await shown()).toEqual(expectedAt(instants, newYork));
    await changeTimeZones(app.context);
    expect(await zones()).toEqual([timeZone, null]);
    expect(await shown()).toEqual(expectedAt(instants, timeZone));
    await expectRebuilt();
    await move(newYork);
    expect(await shown()).toEqual(expectedAt(instants, newYork));
    await expectRebuilt();
  },
);

async function expectRebuilt(): Promise<void> {
  const published = await actualPublication(app.db, accountId);
  expect(published).toEqual(await expectedPublication(app.db, accountId, new Date()));
}

test('what is captured is published on the days of the time zone', async () => {
  await move(kiritimati);
  await captureMails();
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
  await expectRebuilt();
});

test('readers see the former days until all are moved', async () => {
  await captureMails();
  await request(kiritimati);
  const seen: unknown[] = [];
  await changeTimeZones(app.context, undefined, async () => void seen.push(await shown()));
  expect(seen).toEqual([expectedAt(instants, newYork)]);
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
});

test('what is captured meanwhile is published when the days are moved', async () => {
  await request(kiritimati);
  let captured: Promise<unknown> | undefined;
  await changeTimeZones(app.context, undefined, async () => void (captured ??= captureMails()));
  await captured;
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
  await expectRebuilt();
});

test('what cannot be published for as long as the days are moved is refused as temporary', async () => {
  await request(kiritimati);
  const failures: unknown[] = [];
  await changeTimeZones(app.context, undefined, async () => {
    failures.push(await captureMails().catch((error: unknown) => error));
  });
  expect(failures).toEqual([expect.any(DatabaseUnavailableError)]);
  expect(failures).toMatchObject([{ reason: 'locked', retryAfterSeconds: 5 }]);
  await captureMails();
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
  await expectRebuilt();
});

test('days are moved when others have published, who do not wait for it', async () => {
  await captureMails();
  await request(kiritimati);
  let moving: Promise<void> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await lockAccounts(tx, workspaceId, [accountId]);
    moving = changeTimeZones(app.context);
    // Many times, so that the job tries in between.
    for (let others = 0; others < 50; others += 1) {
      await app.db.transaction().execute((other) => lockAccounts(other, workspaceId, []));
    }
    expect(await zones()).toEqual([newYork, kiritimati]);
  });
  await moving;
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
});

test('a workspace into which others publish all the time is left to the next run, which is logged', async () => {
  await request(kiritimati);
  const logged = vi.spyOn(app.context.log, 'info');
  const now = performance.now.bind(performance);
  let passed = 0;
  // Each look at the clock is 20 s after the one before.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + (passed += 20_000));
  onTestFinished(() => {
    logged.mockRestore();
    clock.mockRestore();
  });
  await app.db.transaction().execute(async (tx) => {
    await lockAccounts(tx, workspaceId, [accountId]);
    await changeTimeZones(app.context);
  });
  expect(logged).toHaveBeenCalledWith({ workspaceId }, expect.stringContaining('the next run'));
  expect(await zones()).toEqual([newYork, kiritimati]);
  clock.mockRestore();
  await changeTimeZones(app.context);
  expect(await zones()).toEqual([kiritimati, null]);
});

test('an account that was stored by the former time zone is moved at the end', async () => {
  await captureMails();
  await request(kiritimati);
  // As of a change that moved the others, and whose process ended then.
  await app.db
    .insertInto('workspace_time_zones')
    .values({ workspace_id: workspaceId, time_zone: kiritimati })
    .execute();
  expect((await shown()).days).toEqual(expectedAt(instants, newYork).days);
  await changeTimeZones(app.context);
  expect(await zones()).toEqual([kiritimati, null]);
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
  await expectRebuilt();
});

test('a workspace whose days cannot be moved does not stop the next one', async () => {
  const other = await app.make.workspace();
  await request(kiritimati);
  await requestTimeZone(app.context, commandLineManager, {
    workspaceId: other.id,
    timeZone: pagoPago,
  });
  let workspaces = 0;
  await changeTimeZones(app.context, undefined, async () => {
    workspaces += 1;
    if (workspaces === 1) throw new Error('The first workspace fails.');
  });
  expect(workspaces).toBe(2);
  expect(await readTimeZone(app.db, other.id)).toBe(pagoPago);
  expect(await zones()).toEqual([newYork, kiritimati]);
  await changeTimeZones(app.context);
  expect(await zones()).toEqual([kiritimati, null]);
});

test('an account that is imported meanwhile has the new days as well', async () => {
  await request(kiritimati);
  const isFirst = { left: true };
  await changeTimeZones(app.context, undefined, async () => {
    if (!isFirst.left) return;
    isFirst.left = false;
    const { data } = await tracking(app).importOne(owner.token, 'other.org', workspaceId);
    accountId = data.results[0]?.workspaceAccount?.id ?? '';
  });
  expect(await zones()).toEqual([kiritimati, null]);
  // The job publishes what the import could not.
  expect(await takeRemainingSteps(app.db)).toBe(true);
  const at = (occurredAt: Date) =>
    sampleMail({
      occurredAt,
      participants: [
        { name: 'Bo', email: 'bo@other.org', role: 'from' },
        { name: '', email: owner.email, role: 'to' },
      ],
    });
  await tracking(app).capture(owner, instants.map(at));
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
  await expectRebuilt();
  expect(await app.db.selectFrom('time_zone_changes').selectAll().execute()).toEqual([]);
});

test('what others share is published while the days of a workspace are moved', async () => {
  const idle = await app.make.workspace();
  const other = await app.make.person();
  await app.make.membership(idle.id, other.id, 'owner');
  const share = async (id: string, ownerId: string) => {
    const { rows } = await sql<{ domainId: string; accountId: string }>`
      select domain_id as "domainId", account_id as "accountId" from domain_shares
      where workspace_id = ${id} and owner_id = ${ownerId}`.execute(app.db);
    const [first] = rows;
    await app.db
      .insertInto('publish_requests')
      .values({
        owner_id: ownerId,
        workspace_id: id,
        account_id: first?.accountId ?? '',
        kind: 'share',
        domain_id: first?.domainId ?? '',
      })
      .execute();
  };
  await tracking(app).makeAccount(other, idle.id);
  await share(workspaceId, owner.id);
  await share(idle.id, other.id);
  await request(kiritimati);
  const left: unknown[] = [];
  const failures: unknown[] = [];
  await changeTimeZones(app.context, undefined, async () => {
    failures.push(await takeRemainingSteps(app.db).catch((error: unknown) => error));
    left.push(...(await app.db.selectFrom('publish_requests').select('workspace_id').execute()));
  });
  expect(failures).toMatchObject([{ reason: 'locked' }]);
  expect(left).toEqual([{ workspace_id: workspaceId }]);
  expect(await takeRemainingSteps(app.db)).toBe(true);
});

test('another time zone that is chosen meanwhile is the one that counts', async () => {
  await captureMails();
  await request(kiritimati);
  const pending: unknown[] = [];
  await changeTimeZones(app.context, undefined, async () => {
    await request(pagoPago);
    pending.push(await zones());
  });
  // The days were never those of the one that was chosen first.
  expect(pending).toEqual([
    [newYork, pagoPago],
    [newYork, pagoPago],
  ]);
  expect(await zones()).toEqual([pagoPago, null]);
  expect(await shown()).toEqual(expectedAt(instants, pagoPago));
  await expectRebuilt();
});

test('the former time zone, chosen meanwhile, ends the change', async () => {
  await captureMails();
  await request(kiritimati);
  let batches = 0;
  await changeTimeZones(app.context, undefined, async () => {
    batches += 1;
    await request(newYork);
  });
  expect(batches).toBe(1);
  expect(await zones()).toEqual([newYork, null]);
  expect(await shown()).toEqual(expectedAt(instants, newYork));
});

test('a process that is stopped leaves the former days, and the next one moves them', async () => {
  await captureMails();
  await request(kiritimati);
  const stop = new AbortController();
  await changeTimeZones(app.context, stop.signal, async () => stop.abort());
  expect(await zones()).toEqual([newYork, kiritimati]);
  expect(await shown()).toEqual(expectedAt(instants, newYork));
  await changeTimeZones(app.context);
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
});

test('two processes that move the same days do not harm each other', async () => {
  await captureMails();
  await request(kiritimati);
  await Promise.all([changeTimeZones(app.context), changeTimeZones(app.context)]);
  expect(await zones()).toEqual([kiritimati, null]);
  expect(await shown()).toEqual(expectedAt(instants, kiritimati));
  await expectRebuilt();
});

test('what members decided about a contact stays', async () => {
  await captureMails();
  const [contact] = await app.db
    .selectFrom('contacts')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  await app.db
    .updateTable('contacts')
    .set({ is_hidden_by_hand: true, hidden_by: owner.id })
    .where('id', '=', contact?.id ?? '')
    .execute();
  await move(kiritimati);
  const found = await app.db
    .selectFrom('contacts')
    .select(['address', 'is_hidden_by_hand'])
    .where('account_id', '=', accountId)
    .execute();
  expect(found).toEqual([{ address: 'ann@acme.com', is_hidden_by_hand: true }]);
});

test.each([
  'Mars/Olympus',
  '',
  '+02:00',
  'EST5EDT4',
  "Europe/Berlin'; drop table users",
  'x'.repeat(900),
])('%j is refused', async (timeZone) => {
  const { status, error } = await request(timeZone);
  expect(status).toBe(400);
  expect(error).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('There is no time zone') as string,
  });
  expect(await zones()).toEqual([newYork, null]);
});

test('a name is found however it is written', async () => {
  expect((await request(' europe/BERLIN ')).data.nextTimeZone).toBe('Europe/Berlin');
  // An older name, as some browsers list it.
  expect((await request('Asia/Calcutta')).data.nextTimeZone).toBe('Asia/Calcutta');
});

test('members cannot change it', async () => {
  const { token } = await app.make.member(workspaceId);
  const { status, error } = await request(kiritimati, token);
  expect(status).toBe(403);
  expect(error?.message).toBe('Only an owner of the workspace can change its time zone');
});

test('a change is in the audit log', async () => {
  await request(kiritimati);
  await request(kiritimati);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('actor_id', '=', owner.id)
    .where('action', '=', 'workspace.time-zone-changed')
    .execute();
  expect(entries).toEqual([
    {
      action: 'workspace.time-zone-changed',
      before: { timeZone: newYork },
      after: { timeZone: kiritimati },
    },
  ]);
});
