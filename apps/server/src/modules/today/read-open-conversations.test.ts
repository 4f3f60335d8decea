import {
  type ConversationMail,
  openConversation,
  openMoments,
} from '@repo/domain/today/open-conversation';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openBothStorages } from '#test/both-storages.ts';
import { inPeopleWorkspace, mail } from '../accounts/people/people.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { readOpenConversations } from './read-open-conversations.ts';

const lab = inPeopleWorkspace();
const HOUR = 3_600_000;

/** Emails of a few conversations, in order of time. */
const randomMails = fc.array(
  fc.record({
    conversation: fc.integer({ min: 0, max: 3 }),
    hours: fc.integer({ min: 0, max: 30 * 24 }),
    from: fc.constantFrom('ann', 'ben', 'lee@acme.com', 'kim@acme.com', 'no-reply@acme.com'),
    to: fc.subarray(['ann', 'ben', 'lee@acme.com'], { minLength: 1 }),
    isAutomatic: fc.boolean(),
    copies: fc.subarray(['ann', 'ben'] as const, { minLength: 1 }),
  }),
  { minLength: 1, maxLength: 14 },
);

test('lists what the definition says, on one node and on a cluster', async () => {
  const { app, ann, ben, workspaceId } = lab;
  const both = openBothStorages(app);
  onTestFinished(both.close);
  const now = new Date();
  const timeZone = 'America/New_York';
  const moments = openMoments(now, timeZone);
  const address = (name: string) =>
    name === 'ann' ? ann.email : name === 'ben' ? ben.email : name;
  const reader = {
    own: new Set([ann.email]),
    members: new Set([ann.email, ben.email]),
    domains: new Set<string>(),
  };
  let run = 0;
  const property = fc.asyncProperty(randomMails, async (given) => {
    run += 1;
    await sql`delete from captured_activities`.execute(app.db);
    await sql`delete from account_activities`.execute(app.db);
    const mails = given.map((one, index) => ({
      ...one,
      title: `${run} ${one.conversation}`,
      key: `${run}-${index}`,
      // No two at the same instant.
      occurredAt: new Date(now.getTime() - one.hours * HOUR - index),
    }));
    for (const name of ['ann', 'ben'] as const) {
      await tracking(app).capture(
        name === 'ann' ? ann : ben,
        mails
          .filter(({ copies }) => copies.includes(name))
          .map((one) =>
            mail(0, { name: '', email: address(one.from) }, one.to.map(address), {
              externalId: one.key,
              key: one.key,
              title: one.title,
              occurredAt: one.occurredAt,
              isAutomatic: one.isAutomatic,
              messageIds: [`<${one.key}>`, `<${run} ${one.conversation}>`],
            }),
          ),
      );
    }
    const isStored = ({ from, to }: (typeof mails)[number]) =>
      [from, ...to].some((one) => one.endsWith('@acme.com'));
    const expected = [...Map.groupBy(mails.filter(isStored), (one) => one.title)].flatMap(
      ([title, conversation]) => {
        const ofRule = conversation
          .map((one): ConversationMail & { isOwn: boolean } => ({
            occurredAt: one.occurredAt,
            from: [address(one.from)],
            to: one.to.map(address),
            isAutomatic: one.isAutomatic,
            isFromAccount: one.from.endsWith('@acme.com'),
            isOwn: one.copies.includes('ann'),
          }))
          .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
        const state = openConversation(ofRule, reader, moments);
        const last = ofRule.findLast(
          ({ isAutomatic, from }) => !isAutomatic && from[0] !== 'no-reply@acme.com',
        );
        // It is the reader's only if their mailbox has it.
        return state === undefined || last?.isOwn !== true ? [] : [`${state} ${title}`];
      },
    );
    for (const db of [both.oneNode, both.cluster]) {
      const accounts = sql`(select * from workspace_accounts where workspace_id = ${workspaceId})`;
      const found = await readOpenConversations(db, {
        workspaceId,
        userId: ann.id,
        now,
        timeZone,
        accounts,
      });
      const listed = (['waiting', 'unanswered'] as const).flatMap((state) =>
        found[state].map(({ title }) => `${state} ${title}`),
      );
      expect(listed.sort()).toEqual(expected.sort());
    }
  });
  await fc.assert(property, { numRuns: 40 });
}, 120_000);
