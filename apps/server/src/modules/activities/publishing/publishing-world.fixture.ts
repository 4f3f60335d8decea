import { sql } from 'kysely';
import { expect } from 'vitest';
import { addressBelongsTo } from '@repo/domain/domains/domain-name';
import { AppError } from '#platform/http/app-error.ts';
import { updateUser } from '../../admin/update-user.ts';
import { commandLine } from '../../audit/actor.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { leaveWorkspace } from '../../workspaces/members/leave-workspace.ts';
import { removeAllDomains } from '../../domains/remove-all-domains.ts';
import { deleteDomain } from '../../domains/delete-domain.ts';
import { removeDomain } from '../../domains/remove-domain.ts';
import { setShareLevels, storeShareLevel } from '../../domains/set-share-level.ts';
import { shareDomain, storeShare } from '#modules/domains/sharing/share-domain.ts';
import { storeRevocation, unshareDomain } from '#modules/domains/sharing/unshare-domain.ts';
import { refreshDueRelationships } from '../../relationships/refresh-due-relationships.ts';
import type { ActivityToCapture } from '../activity-to-capture.ts';
import { keepPrivate } from '../private/keep-private.ts';
import { listPrivateMeetings } from '../private/list-private-meetings.ts';
import { listPrivate } from '../private/list-private.ts';
import { expectMarkedRefs } from '../private/marked-refs.fixture.ts';
import { shareAgain } from '../private/share-again.ts';
import { shareMeeting } from '../private/share-meeting.ts';
import { protectionSteps } from './protection-steps.fixture.ts';
import { captureActivities } from '../capture-activities.ts';
import { rebuildPublished } from './rebuild-published.ts';
import { removeCaptured } from '../remove-captured.ts';
import { changeTimeZones } from '../change-time-zones.job.ts';
import { accountSteps, finishAccountChanges } from './account-steps.fixture.ts';
import { idOfCopy, listCopies } from './captured-copies.fixture.ts';
import { actualPublication, hasWithdrawn } from './actual-publication.fixture.ts';
import { expectedPublication } from './expected-publication.fixture.ts';
import { takeRemainingSteps } from '../publish-requests.ts';
import { completeWithdrawals } from '../withdrawals.ts';
import { publisherOf } from './publisher/publisher-of.ts';
import { participantsSteps } from './participants-steps.fixture.ts';
import { finishRetentions, retentionSteps } from './retention-steps.fixture.ts';
import { start } from './random-activity.fixture.ts';
import type { Step } from './random-steps.fixture.ts';
import type { World } from './make-world.fixture.ts';
import {
  expectNoHigherLevel,
  expectOnlyShared,
  postponedKeys,
} from './expect-only-shared.fixture.ts';
import { postponeRequests, repeatRequest, type SentRequest } from './sent-requests.fixture.ts';
import { storedRows } from './stored-rows.fixture.ts';
import { storeStrayRequest } from './stray-request.fixture.ts';
import { timeZoneSteps } from './time-zone-steps.fixture.ts';

/** Few enough that publishing a domain takes several steps. */
const stepSize = 2;
const deletionSteps = { step: 2, window: 3 };

/** Takes a step; one that is refused, such as sharing what is not tracked, changes nothing. */
export async function take(world: World, given: Step): Promise<void> {
  const { db } = world.app;
  const userId = world.userIds[given.person] ?? '';
  const workspaceId = world.workspaceIds[given.workspace ?? 0] ?? '';
  const tracked = world.tracked[given.person] ?? new Map<string, string>();
  const domainId = tracked.get(given.domain ?? '') ?? '00000000-0000-4000-8000-000000000000';
  const from = {
    ownerId: userId,
    provider: 'gmail',
    source: `me${given.mailbox || ''}@home.net`,
  };
  const copyOf = (externalId: string) => idOfCopy(userId, from.source, externalId);
  const concerns = (one: ActivityToCapture, except?: string) =>
    [...tracked.keys()].some(
      (domain) =>
        domain !== except &&
        [...one.participants, ...(one.bcc ?? [])].some(({ email }) =>
          addressBelongsTo(email, domain),
        ),
    );
  const importing = async (workspaceId?: string) => {
    const [imported] = await importDomains(db, userId, {
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
      if (id.startsWith(userId) && !concerns(one)) world.captured.delete(id);
    }
  };
  const request = async (kind: 'share' | 'withdrawal') => {
    const { domain = '', id = '' } = given;
    if (!tracked.has(domain)) return;
    await storeStrayRequest(db, { id, kind, userId, workspaceId, domain, domainId });
  };
  // What another step begins at the same time may not be withdrawn yet.
  const expectWithdrawn = async () => {
    if (!world.isConcurrent)
      expect(await hasWithdrawn(db, userId, postponedKeys(world))).toBe(true);
  };
  const { level = 'full' } = given;
  const finish = () => publisherOf(db).finish(db, userId);
  const deliver = async (from: SentRequest[]) => {
    const [request] = from.length > 0 ? from.splice((given.number ?? 0) % from.length, 1) : [];
    if (request === undefined) return;
    world.sent.push(request);
    await repeatRequest(db, request);
  };
  const chooseMeeting = async (isShared: boolean) => {
    const meetings = await listPrivateMeetings(db, userId);
    const unlike = meetings.filter((one) => one.isShared !== isShared);
    const one = unlike[(given.number ?? 0) % Math.max(1, unlike.length)];
    if (one !== undefined) await shareMeeting(db, userId, { meetingId: one.id, isShared });
  };
  const steps: Record<string, () => Promise<unknown>> = {
    ...accountSteps(db, { ...given, userId, workspaceId }),
    ...retentionSteps(db, { ...given, workspaceId }),
    ...participantsSteps(db, workspaceId),
    ...timeZoneSteps(world.app.context, { ...given, workspaceId }),
    capture: async () => {
      await steps['begin to capture']?.();
      await finish();
    },
    'begin to capture': async () => {
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
      await steps['begin to delete']?.();
      await finish();
    },
    'begin to delete': async () => {
      const externalId = `${given.number} ${given.copy}`;
      await db.transaction().execute((tx) => removeCaptured(tx, from, [externalId]));
      world.captured.delete(copyOf(externalId));
    },
    'capture in both, delete in one': async () => {
      const { mailbox = 0, page: [first] = [] } = given;
      for (const one of [mailbox, 1 - mailbox]) {
        await take(world, { ...given, do: 'capture', mailbox: one });
      }
      const [number = 0, copy = 0] = first?.externalId.split(' ').map(Number) ?? [];
      await take(world, { ...given, do: 'delete', number, copy });
    },
    track: () => importing(),
    'create account': () => importing(workspaceId),
    share: () => shareDomain(db, { userId, domainId, workspaceId, level: given.level }),
    'set level': () => setShareLevels(db, { userId, domainIds: [domainId], level }),
    'keep private': async () => {
      const { rows } = await sql<{ id: string }>`
        select distinct activity_id as id from account_activity_contributors
        where user_id = ${userId} order by activity_id`.execute(db);
      const [one] = rows.slice((given.number ?? 0) % Math.max(1, rows.length));
      if (one !== undefined) await keepPrivate(db, userId, one.id);
    },
    'share private again': async () => {
      const conversations = await listPrivate(db, userId);
      const one = conversations[(given.number ?? 0) % Math.max(1, conversations.length)];
      if (one !== undefined) await shareAgain(db, userId, one.id);
    },
    'share private meeting': () => chooseMeeting(true),
    'withhold private meeting': () => chooseMeeting(false),
    ...protectionSteps(db, { ...given, userId, workspaceId }),
    'begin to set level': () => storeShareLevel(db, { userId, domainId, level }),
    unshare: async () => {
      await unshareDomain(db, { userId, domainId, workspaceId });
      await expectWithdrawn();
    },
    remove: async () => {
      await removeDomain(db, { userId, domainId }, undefined, { sizes: deletionSteps });
      removed();
      await expectWithdrawn();
    },
    'remove all': async () => {
      await steps['begin to remove all']?.();
      await completeWithdrawals(db, { ownerId: userId });
      await expectWithdrawn();
    },
    leave: async () => {
      await steps['begin to leave']?.();
      await completeWithdrawals(db, { ownerId: userId });
      await expectWithdrawn();
    },
    'begin to share': () => storeShare(db, { userId, domainId, workspaceId }),
    'begin to unshare': () => storeRevocation(db, { userId, domainId, workspaceId }),
    'begin to remove': async () => {
      await deleteDomain(db, { userId, domainId }, undefined, deletionSteps);
      removed();
    },
    'begin to delete captured': async () => {
      const interrupt = () => Promise.reject(new AppError('CONFLICT', 'The process was killed.'));
      const isDone = await deleteDomain(db, { userId, domainId }, interrupt, deletionSteps).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'CONFLICT') return false;
          throw error;
        },
      );
      if (isDone) return removed();
      const stored = new Set((await listCopies(db, [userId])).map(({ id }) => id));
      for (const [id, one] of world.captured) {
        if (!id.startsWith(userId) || stored.has(id)) continue;
        // What another domain has as well stays.
        expect(concerns(one, given.domain)).toBe(false);
        world.captured.delete(id);
      }
    },
    'begin to remove all': async () => {
      await db.transaction().execute((tx) => removeAllDomains(tx, userId));
      tracked.clear();
      for (const id of world.captured.keys()) {
        if (id.startsWith(userId)) world.captured.delete(id);
      }
    },
    rename: () => updateUser({ db }, commandLine, { userId, name: given.name ?? '' }),
    'begin to leave': () =>
      db.transaction().execute((tx) => leaveWorkspace(tx, { userId, workspaceId })),
    'apply requests': finish,
    'postpone requests': async () =>
      void world.postponed.push(...(await postponeRequests(db, userId))),
    'deliver a request': () => deliver(world.postponed),
    'repeat a request': () => deliver(world.sent),
    'share request': () => request('share'),
    'withdrawal request': () => request('withdrawal'),
    step: async () => {
      let left = given.number ?? 0;
      await takeRemainingSteps(db, () => (left -= 1) < 0, stepSize, 0);
    },
    join: () =>
      db
        .insertInto('memberships')
        .values({ workspace_id: workspaceId, user_id: userId, role: 'member' })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  };
  try {
    await steps[given.do]?.();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  if (!world.isConcurrent) {
    await expectOnlyShared(world);
    await expectNoHigherLevel(world);
    await expectMarkedRefs(db, world.userIds);
  }
}

/** Has everything that was left done, by the jobs: also requests that arrive only now, the latest first. */
export async function finishAll(world: World): Promise<void> {
  const { app } = world;
  for (const request of world.postponed.splice(0).toReversed())
    await repeatRequest(app.db, request);
  await changeTimeZones(app.context);
  await finishAccountChanges(app.context);
  await takeRemainingSteps(app.db, () => false, stepSize, 0);
  await finishRetentions(app.db, world.workspaceIds);
  await refreshDueRelationships(app.db, new Date(start));
  await expectOnlyShared(world);
}

/**
 * For each account of the world: what is published, what should be, and what a complete rebuild returns.
 */
export async function readPublished({ app, workspaceIds }: World) {
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
