import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressBelongsTo } from '@repo/domain/domains/domain-name';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { isLong } from '../../../../test/long-tests.ts';
import type { Database } from '../../../platform/database/create-database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { updateUser } from '../../admin/update-user.ts';
import { commandLine } from '../../audit/actor.ts';
import { importDomains } from '../../domains/import-domains.ts';
import { leaveWorkspace } from '../../domains/leave-workspace.ts';
import { removeAllDomains } from '../../domains/remove-all-domains.ts';
import { deleteDomain, removeDomain } from '../../domains/remove-domain.ts';
import { shareDomain, storeShare } from '../../domains/share-domain.ts';
import { storeRevocation, unshareDomain } from '../../domains/unshare-domain.ts';
import { refreshDueRelationships } from '../../relationships/refresh-due-relationships.ts';
import type { ActivityToCapture } from '../activity-to-capture.ts';
import { captureActivities } from '../capture-activities.ts';
import { rebuildPublished } from '../rebuild-published.ts';
import { removeCaptured } from '../remove-captured.ts';
import { completeWithdrawals, takeRemainingSteps } from './publish-requests.ts';
import { accountStepNames, accountSteps, finishAccountChanges } from './account-steps.fixture.ts';
import {
  actualPublication,
  expectedPublication,
  hasWithdrawn,
} from './expected-publication.fixture.ts';
import { activity, hour, start } from './random-activity.fixture.ts';
import { storedRows } from './stored-rows.fixture.ts';
import { storeStrayRequest } from './stray-request.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const [people, workspaces] = [3, 2];
const domains = ['acme.com', 'sub.acme.com', 'other.org'];
/** Few enough that publishing a domain takes several steps. */
const stepSize = 2;

const person = fc.nat(people - 1);
/** Which of a person's mailboxes; the same mail may be in both, with the same id. */
const mailbox = fc.nat(1);
const workspace = fc.nat(workspaces - 1);
const domain = fc.constantFrom(...domains);
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('capture'),
      person,
      mailbox,
      page: fc.array(activity, { maxLength: 6, size: 'max' }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('delete'),
      person,
      mailbox,
      number: fc.nat(7),
      copy: fc.nat(1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('track'), person, domain }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('create account'), person, domain, workspace }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('share'), person, domain, workspace }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unshare'), person, domain, workspace }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove'), person, domain }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove all'), person }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rename'),
      person,
      name: fc.constantFrom('Ann', 'Bob', 'Zoë "Z" Ångström'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), person, workspace }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('join'), person, workspace }) },
  // As of a process that is killed after its transaction, and of one that goes on for some steps.
  ...accountStepNames.map((name) => ({
    weight: name.includes('domain') ? 2 : 1,
    arbitrary: fc.record({
      do: fc.constant(name),
      person,
      domain,
      other: domain,
      workspace,
      number: fc.nat(3),
    }),
  })),
  ...['share', 'unshare', 'leave', 'remove', 'remove all'].map((name) => ({
    weight: 1,
    arbitrary: fc.record({ do: fc.constant(`begin to ${name}`), person, domain, workspace }),
  })),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('step'), person, number: fc.nat(3) }) },
  // A request that arrives once more, late or before an earlier one, whatever is shared by then.
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('share request', 'withdrawal request'),
      person,
      domain,
      workspace,
      id: fc.uuid(),
    }),
  },
);
type Step = {
  do: string;
  person: number;
  mailbox?: number;
  page?: ActivityToCapture[];
  number?: number;
  copy?: number;
  domain?: string;
  other?: string;
  workspace?: number;
  name?: string;
  id?: string;
};

/** So that there is something to publish from the first page on, also by two domains of one account. */
const beginning: Step[] = [
  { do: 'create account', person: 0, domain: 'acme.com', workspace: 0 },
  { do: 'create account', person: 1, domain: 'other.org', workspace: 1 },
  { do: 'track', person: 1, domain: 'acme.com' },
  { do: 'share', person: 1, domain: 'acme.com', workspace: 0 },
  { do: 'add account domain', person: 0, domain: 'acme.com', other: 'other.org', workspace: 0 },
  { do: 'track', person: 0, domain: 'other.org' },
  { do: 'share', person: 0, domain: 'other.org', workspace: 0 },
];

test('what is published is what is captured and shared, after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
      async (steps) => {
        const world = await makeWorld();
        for (const one of beginning) await take(app.db, world, one);
        for (const one of steps) await take(app.db, world, one);
        await finishAccountChanges(app.context);
        await takeRemainingSteps(app.db, () => false, stepSize);
        await refreshDueRelationships(app.db, new Date(start));
        await expectCaptured(app.db, world);
        for (const { published, expected, rebuilt } of await readPublished(world)) {
          expect(published).toEqual(expected);
          expect(rebuilt).toEqual(published);
        }
      },
    ),
    { numRuns: isLong ? 50 : 8 },
  );
}, 600_000);

test('what happens at the same time in many places waits for each other, and not in a circle', async () => {
  const world = await makeWorld();
  const everywhere = people * workspaces * domains.length;
  const one = (name: string, index: number): Step => ({
    do: name,
    person: index % people,
    workspace: Math.floor(index / people) % workspaces,
    domain: domains[Math.floor(index / people / workspaces)] ?? '',
  });
  const pages = fc.sample(fc.array(activity, { minLength: 5, maxLength: 10 }), {
    numRuns: everywhere * 2,
    seed: 1,
  });
  const steps = pages.flatMap((page, index) => [
    // The same reaches everyone at once, as a mail to all of them does.
    ...world.personIds.map((_, person) => ({ do: 'capture', person, page })),
    one('create account', index % everywhere),
    one('unshare', index % everywhere),
    one('begin to share', index % everywhere),
    { ...one('step', index), number: 3 },
    one('begin to unshare', (index + 1) % everywhere),
    one('share', index % everywhere),
    ...accountStepNames
      .filter((_, at) => at % 4 === index % 4)
      .map((name) => ({
        ...one(name, index % everywhere),
        other: domains[(index + 1) % domains.length] ?? '',
        number: 3,
      })),
  ]);
  for (let index = 0; index < everywhere; index += 1) {
    await take(app.db, world, one('create account', index));
  }
  // As many at once as there are connections: who waits for one too long is told so.
  const waiting = steps.values();
  world.isConcurrent = true;
  const lane = async () => {
    for (const step of waiting) await take(app.db, world, step);
  };
  await Promise.all(Array.from({ length: 10 }, lane));
  await finishAccountChanges(app.context);
  await takeRemainingSteps(app.db, () => false, stepSize);
  await refreshDueRelationships(app.db, new Date(start));
  for (const { published, expected, rebuilt } of await readPublished(world)) {
    expect(published).toEqual(expected);
    expect(rebuilt).toEqual(published);
  }
}, 600_000);

test('mail that reaches two members at the same time is one item of both', async () => {
  const world = await makeWorld();
  for (const one of beginning) await take(app.db, world, one);
  for (let round = 0; round < 15; round += 1) {
    const page = Array.from({ length: 40 }, (_, index) => ({
      externalId: `${round} ${index}`,
      key: `${round} ${index}`,
      type: 'email' as const,
      occurredAt: new Date(start - (round * 40 + index + 1) * hour),
      title: 'To both',
      summary: '',
      participants: [{ name: '', email: 'ann@acme.com', role: 'from' as const }],
      messageIds: [`<${round}>`],
    }));
    await Promise.all([0, 1].map((person) => take(app.db, world, { do: 'capture', person, page })));
  }
  const [acme] = (await readPublished(world)).filter(
    ({ published }) => published.activities.length > 0,
  );
  expect(acme?.published.contributors).toHaveLength(2);
  expect(acme?.published).toEqual(acme?.expected);
});

interface World {
  personIds: string[];
  workspaceIds: string[];
  /** What has to be captured: the last state of each activity that concerned a tracked domain. */
  captured: Map<string, ActivityToCapture>;
  /** By person, the ids of their domains. */
  tracked: Map<string, string>[];
  /** Whether several steps are taken at the same time. */
  isConcurrent?: boolean;
}

async function makeWorld(): Promise<World> {
  const workspaceIds = await each(workspaces, async () => (await app.make.workspace()).id);
  const personIds = await each(people, async () => (await app.make.person()).id);
  // The last one is a member of nothing at first.
  for (const personId of personIds.slice(0, -1)) {
    for (const workspaceId of workspaceIds) await app.make.membership(workspaceId, personId);
  }
  return { personIds, workspaceIds, captured: new Map(), tracked: personIds.map(() => new Map()) };
}

async function each<Item>(count: number, make: () => Promise<Item>): Promise<Item[]> {
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await make());
  return made;
}

/** Takes a step; one that is refused, such as sharing what is not tracked, changes nothing. */
async function take(db: Database, world: World, given: Step): Promise<void> {
  const personId = world.personIds[given.person] ?? '';
  const workspaceId = world.workspaceIds[given.workspace ?? 0] ?? '';
  const tracked = world.tracked[given.person] ?? new Map<string, string>();
  const domainId = tracked.get(given.domain ?? '') ?? '00000000-0000-4000-8000-000000000000';
  const from = {
    ownerId: personId,
    provider: 'gmail',
    source: `me${given.mailbox || ''}@home.net`,
  };
  const copyOf = (externalId: string) => `${personId} ${from.source} ${externalId}`;
  const concerns = (one: ActivityToCapture) =>
    [...tracked.keys()].some((domain) =>
      [...one.participants, ...(one.bcc ?? [])].some(({ email }) =>
        addressBelongsTo(email, domain),
      ),
    );
  const importing = async (workspaceId?: string) => {
    const [imported] = await importDomains(db, personId, {
      domains: [given.domain ?? ''],
      source: 'manual',
      name: 'Account',
      workspaceId,
    });
    if (imported) tracked.set(imported.domain.domain, imported.domain.id);
  };
  const removed = () => {
    tracked.delete(given.domain ?? '');
    for (const [id, one] of world.captured) {
      if (id.startsWith(personId) && !concerns(one)) world.captured.delete(id);
    }
  };
  const request = async (kind: 'share' | 'withdrawal') => {
    const { domain = '', id = '' } = given;
    if (!tracked.has(domain)) return;
    await storeStrayRequest(db, { id, kind, personId, workspaceId, domain, domainId });
  };
  // What another step begins at the same time may not be withdrawn yet.
  const expectWithdrawn = async () => {
    if (!world.isConcurrent) expect(await hasWithdrawn(db, personId)).toBe(true);
  };
  const steps: Record<string, () => Promise<unknown>> = {
    ...accountSteps(db, { ...given, personId, workspaceId }),
    capture: async () => {
      const page = given.page ?? [];
      await db.transaction().execute((tx) => captureActivities(tx, from, page));
      for (const one of page) {
        const id = copyOf(one.externalId);
        const last = page.findLast(({ externalId }) => externalId === one.externalId) ?? one;
        if (concerns(last)) world.captured.set(id, last);
        else world.captured.delete(id);
      }
    },
    delete: async () => {
      const externalId = `${given.number} ${given.copy}`;
      await db.transaction().execute((tx) => removeCaptured(tx, from, [externalId]));
      world.captured.delete(copyOf(externalId));
    },
    track: () => importing(),
    'create account': () => importing(workspaceId),
    share: () => shareDomain(db, { personId, domainId, workspaceId }),
    unshare: async () => {
      await unshareDomain(db, { personId, domainId, workspaceId });
      await expectWithdrawn();
    },
    remove: async () => {
      await removeDomain(db, { personId, domainId });
      removed();
      await expectWithdrawn();
    },
    'remove all': async () => {
      await steps['begin to remove all']?.();
      await completeWithdrawals(db, personId);
      await expectWithdrawn();
    },
    leave: async () => {
      await steps['begin to leave']?.();
      await completeWithdrawals(db, personId);
      await expectWithdrawn();
    },
    'begin to share': () => storeShare(db, { personId, domainId, workspaceId }),
    'begin to unshare': () => storeRevocation(db, { personId, domainId, workspaceId }),
    'begin to remove': async () => {
      await deleteDomain(db, { personId, domainId });
      removed();
    },
    'begin to remove all': async () => {
      await db.transaction().execute((tx) => removeAllDomains(tx, personId));
      tracked.clear();
      for (const id of world.captured.keys()) {
        if (id.startsWith(personId)) world.captured.delete(id);
      }
    },
    rename: () => updateUser(db, commandLine, { userId: personId, name: given.name ?? '' }),
    'begin to leave': () =>
      db.transaction().execute((tx) => leaveWorkspace(tx, { personId, workspaceId })),
    'share request': () => request('share'),
    'withdrawal request': () => request('withdrawal'),
    step: async () => {
      let left = given.number ?? 0;
      await takeRemainingSteps(db, () => (left -= 1) < 0, stepSize);
    },
    join: () =>
      db
        .insertInto('memberships')
        .values({ workspace_id: workspaceId, user_id: personId, role: 'member' })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  };
  try {
    await steps[given.do]?.();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/**
 * For each account of the world: what is published, what should be, and what a complete rebuild returns.
 */
async function readPublished({ workspaceIds }: World) {
  const accounts = await app.db
    .selectFrom('workspace_accounts')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_accounts.workspace_id')
    .select(['workspace_accounts.id', 'workspace_id', 'account_count'])
    .where('workspace_id', 'in', workspaceIds)
    .execute();
  for (const { workspace_id, account_count } of accounts) {
    const { length } = accounts.filter((one) => one.workspace_id === workspace_id);
    expect(account_count).toBe(length);
  }
  const read = [];
  for (const { id, workspace_id: workspaceId } of accounts) {
    const published = await actualPublication(app.db, id);
    const expected = await expectedPublication(app.db, id, new Date(start));
    const stored = await storedRows(app.db, id);
    await app.db
      .transaction()
      .execute((tx) => rebuildPublished(tx, { workspaceId, accountId: id }));
    expect(await storedRows(app.db, id)).toEqual(stored);
    read.push({ published, expected, rebuilt: await actualPublication(app.db, id) });
  }
  return read;
}

/** Nothing but what concerns a tracked domain is kept, and of that everything. */
async function expectCaptured(db: Database, world: World): Promise<void> {
  const stored = await db
    .selectFrom('captured_activities')
    .select(['owner_id', 'source', 'external_id', 'title', 'occurred_at'])
    .where('owner_id', 'in', world.personIds)
    .execute();
  const plain = (id: string, title: string, at: Date) => `${id} ${title} ${at.toISOString()}`;
  expect(
    stored
      .map((one) =>
        plain(`${one.owner_id} ${one.source} ${one.external_id}`, one.title, one.occurred_at),
      )
      .sort(),
  ).toEqual([...world.captured].map(([id, one]) => plain(id, one.title, one.occurredAt)).sort());
}
