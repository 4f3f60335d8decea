import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isLong } from '#test/long-tests.ts';
import { accountStepNames } from './account-steps.fixture.ts';
import { treatAsCluster } from '#platform/database/distribution/storage.ts';
import { expectFollowed, followAll } from '../../accounts/changes/follow-all.fixture.ts';
import { sampleMeeting } from '../sample-mail.fixture.ts';
import { expectCaptured } from './captured-copies.fixture.ts';
import { makeWorld } from './make-world.fixture.ts';
import { finishAll, readPublished, take } from './publishing-world.fixture.ts';
import { activity, hour, start } from './random-activity.fixture.ts';
import {
  beginning,
  domains,
  moments,
  people,
  type Step,
  stepsOf,
  workspaces,
} from './random-steps.fixture.ts';
import { timeZones } from './time-zone-steps.fixture.ts';

describe.each(moments)('published %s', (moment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    if (moment === 'after the commit') treatAsCluster(app.db);
  });
  afterAll(() => app.close());

  test('what is published is what is captured and shared, after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(moment), async (steps) => {
        const world = await makeWorld(app);
        const followers = followAll(app.db, world.workspaceIds);
        for (const one of [...beginning, ...steps]) {
          await take(world, one);
          for (const { read } of followers) await read();
        }
        await finishAll(world);
        await expectFollowed(app.db, followers);
        await expectCaptured(world);
        for (const { published, expected, rebuilt } of await readPublished(world)) {
          expect(published).toEqual(expected);
          expect(rebuilt).toEqual(published);
        }
      }),
      // A failure is reported with what was found until then: finding the shortest one takes hours.
      {
        numRuns: isLong ? 50 : 6,
        interruptAfterTimeLimit: 570_000,
        markInterruptAsFailure: true,
      },
    );
  }, 600_000);

  test('a meeting ahead that is withdrawn in steps is no next meeting', async () => {
    const world = await makeWorld(app);
    for (const one of beginning) await take(world, one);
    const meeting = sampleMeeting({
      occurredAt: new Date(start + 48 * hour),
      participants: [{ name: '', email: 'ann@acme.com', role: 'other' }],
    });
    await take(world, { do: 'capture', person: 0, mailbox: 0, page: [meeting] });
    const removed = { person: 0, domain: 'acme.com', workspace: 0 };
    await take(world, { do: 'begin to delete captured', ...removed });
    await finishAll(world);
    for (const { published, expected } of await readPublished(world)) {
      expect(published).toEqual(expected);
    }
  });

  test('what happens at the same time in many places waits for each other, and not in a circle', async () => {
    const world = await makeWorld(app);
    const everywhere = people * workspaces * domains.length;
    const one = (name: string, index: number): Step => ({
      do: name,
      person: index % people,
      workspace: Math.floor(index / people) % workspaces,
      domain: domains[Math.floor(index / people / workspaces)] ?? '',
    });
    const pages = fc.sample(fc.array(activity, { minLength: 5, maxLength: 10 }), {
      numRuns: everywhere * (isLong ? 2 : 1),
      seed: 1,
    });
    const steps = pages.flatMap((page, index) => [
      // The same reaches everyone at once, as a mail to all of them does.
      ...world.userIds.map((_, person) => ({ do: 'capture', person, page })),
      one('create account', index % everywhere),
      one('unshare', index % everywhere),
      one('begin to share', index % everywhere),
      { ...one('step', index), number: 3 },
      one('begin to unshare', (index + 1) % everywhere),
      one('share', index % everywhere),
      { ...one('request time zone', index), name: timeZones[index % timeZones.length] ?? '' },
      ...(index % 3 === 0 ? [one('change time zones', index)] : []),
      ...accountStepNames
        .filter((_, at) => at % 4 === index % 4)
        .map((name) => ({
          ...one(name, index % everywhere),
          other: domains[(index + 1) % domains.length] ?? '',
          number: 3,
        })),
    ]);
    for (let index = 0; index < everywhere; index += 1) {
      await take(world, one('create account', index));
    }
    // As many at once as there are connections: waiting for one too long is an error.
    const waiting = steps.values();
    world.isConcurrent = true;
    const lane = async () => {
      for (const step of waiting) await take(world, step);
    };
    const followers = followAll(app.db, world.workspaceIds);
    const over = new AbortController();
    const writing = Promise.all(Array.from({ length: 9 }, lane)).finally(() => over.abort());
    const follow = async () => {
      while (!over.signal.aborted) for (const { read } of followers) await read();
    };
    await Promise.all([writing, follow()]);
    await finishAll(world);
    await expectFollowed(app.db, followers);
    for (const { published, expected, rebuilt } of await readPublished(world)) {
      expect(published).toEqual(expected);
      expect(rebuilt).toEqual(published);
    }
  }, 600_000);

  test('mail that reaches two members at the same time is one item of both', async () => {
    const world = await makeWorld(app);
    for (const one of beginning) await take(world, one);
    for (let round = 0; round < (isLong ? 15 : 6); round += 1) {
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
      await Promise.all([0, 1].map((person) => take(world, { do: 'capture', person, page })));
    }
    const [acme] = (await readPublished(world)).filter(
      ({ published }) => published.activities.length > 0,
    );
    expect(acme?.published.contributors).toHaveLength(2);
    expect(acme?.published).toEqual(acme?.expected);
  });
});
