import { leavingChoices } from '@repo/contract/hand-overs';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#platform/http/app-error.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isLong } from '#test/long-tests.ts';
import { beginShares } from '#modules/activities/publish-requests.ts';
import { completeWithdrawals } from '#modules/activities/withdrawals.ts';
import { makeWorld, type World } from '../activities/publishing/make-world.fixture.ts';
import {
  finishAll,
  readPublished,
  take,
} from '../activities/publishing/publishing-world.fixture.ts';
import {
  beginning,
  people,
  type Step,
  stepsOf,
  workspaces,
} from '../activities/publishing/random-steps.fixture.ts';
import { readOnOneNode } from '../activities/publishing/read-on-one-node.fixture.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { beginHandOver } from './begin-hand-over.ts';
import { beginReturn } from './bring-back.ts';
import { continueHandOver, continueHandOvers } from './continue-hand-overs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Leaving {
  at: number;
  person: number;
  /** One workspace; all of them if undefined. */
  workspace: number | undefined;
  choice: (typeof leavingChoices)[number];
  /** How many steps are taken before the process is killed. */
  steps: number;
  isReturn: boolean;
}

const leaving = fc.record({
  at: fc.nat(30),
  person: fc.nat(people - 1),
  workspace: fc.option(fc.nat(workspaces - 1), { nil: undefined }),
  choice: fc.constantFrom(...leavingChoices),
  steps: fc.nat(3),
  isReturn: fc.boolean(),
});

/** Steps of a hand-over until it is killed. */
const untilKilled = (steps: number) => {
  let left = steps;
  return () => (left -= 1) < 0;
};

async function takeLeaving(world: World, given: Leaving): Promise<void> {
  const { db } = world.app;
  const userId = world.userIds[given.person] ?? '';
  const workspaceId =
    given.workspace === undefined ? null : (world.workspaceIds[given.workspace] ?? null);
  const scope = { userId, workspaceId };
  const successorId =
    given.choice === 'reassign' ? (world.userIds[(given.person + 1) % people] ?? null) : null;
  const isOver = untilKilled(given.steps);
  try {
    if (given.isReturn) await beginReturn(db, commandLineManager, scope);
    else {
      const { choice } = given;
      await beginHandOver(db, commandLineManager, { ...scope, choice, successorId });
      await completeWithdrawals(db, { ownerId: userId }, isOver);
    }
    const open = await db
      .selectFrom('hand_overs')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', 'in', ['lowering', 'returning'])
      .execute();
    for (const { id } of open) await continueHandOver(db, id, { isOver });
    if (given.isReturn) await beginShares(db, userId, isOver);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** What someone who leaves cannot do, or what only their mailbox does. */
async function isPossible(world: World, { do: name, person }: Step): Promise<boolean> {
  const userId = world.userIds[person] ?? '';
  const { isActive } = await app.db
    .selectFrom('users')
    .select('is_active as isActive')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const former = await app.db
    .selectFrom('former_memberships')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  // Joining again is not a plain row of memberships then.
  return isActive && (former === undefined || !/capture|join/.test(name));
}

/** As the job does 30 days later, killed after each few steps. */
async function endAll(): Promise<void> {
  await app.db
    .updateTable('hand_overs')
    .set({ ends_at: new Date(0) })
    .execute();
  for (let kills = 0; ; kills += 1) {
    const open = await app.db.selectFrom('hand_overs').select('id').execute();
    if (open.length === 0) return;
    if (kills > 50) await continueHandOvers(app.context);
    const killed = new AbortController();
    let steps = 0;
    const signal = Object.assign(killed.signal, {
      throwIfAborted: () => {
        steps += 1;
        if (steps > 1 + (kills % 4)) throw new Error('killed');
      },
    });
    for (const { id } of open) {
      await continueHandOver(app.db, id, { signal, stepSize: 2 }).catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'killed') throw error;
      });
    }
  }
}

/**
 * Of users who are leaving, their workspaces have only what the choice leaves, whatever was deleted, restored
 * or merged.
 */
async function expectChosen({ userIds }: World): Promise<void> {
  const rows = await readOnOneNode(
    app.db,
    sql`
    select handed.choice, published.title from hand_overs handed
    join account_activities published on published.owner_id = handed.user_id
      and (handed.workspace_id is null or handed.workspace_id = published.workspace_id)
    where handed.user_id = any(${userIds}::uuid[]) and (
      handed.choice = 'erase' or handed.choice = 'redact' and published.level > 0)`,
  );
  expect(rows).toEqual([]);
}

async function expectErased({ userIds }: World): Promise<void> {
  const rows = await readOnOneNode(
    app.db,
    sql`
    select person.id from users person
    where person.id = any(${userIds}::uuid[]) and email like '%@erased.invalid' and (
      exists (select from account_activity_contributors where user_id = person.id)
      or exists (select from memberships where user_id = person.id)
      or exists (select from former_memberships where user_id = person.id)
      or exists (select from deleted_account_shares where owner_id = person.id))`,
  );
  expect(rows).toEqual([]);
}

test('published rows equal rebuilt ones after users left, came back and shared in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      stepsOf('in the transaction'),
      fc.array(leaving, { minLength: 2, maxLength: 6 }),
      async (steps, leavings) => {
        const world = await makeWorld(app);
        for (const one of beginning) await take(world, one);
        for (const [at, step] of steps.entries()) {
          for (const one of leavings) if (one.at === at) await takeLeaving(world, one);
          if (await isPossible(world, step)) await take(world, step);
        }
        for (const one of leavings) if (one.at >= steps.length) await takeLeaving(world, one);
        await continueHandOvers(app.context);
        await finishAll(world);
        const before = await readPublished(world);
        for (const { published, expected, rebuilt } of before) {
          expect(published).toEqual(expected);
          expect(rebuilt).toEqual(published);
        }
        await expectChosen(world);
        await endAll();
        await finishAll(world);
        await expectErased(world);
        const after = await readPublished(world);
        expect(after.map(({ rebuilt }) => rebuilt)).toEqual(
          after.map(({ published }) => published),
        );
      },
    ),
    { numRuns: isLong ? 10 : 2, endOnFailure: true },
  );
}, 600_000);
