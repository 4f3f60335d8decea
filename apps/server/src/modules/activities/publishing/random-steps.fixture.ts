import { type ShareLevel, shareLevels } from '@repo/domain/sharing/share-level';
import { type ProtectedShares, protectedShares } from '@repo/domain/sharing/protected-address';
import * as fc from 'fast-check';
import type { ActivityToCapture } from '../activity-to-capture.ts';
import { accountStepNames } from './account-steps.fixture.ts';
import { activity } from './random-activity.fixture.ts';
import { participantsStep } from './participants-steps.fixture.ts';
import { retentionStep } from './retention-steps.fixture.ts';
import { timeZoneStep } from './time-zone-steps.fixture.ts';

/** When what is captured is published (`publisher.ts`). */
export const moments = ['in the transaction', 'after the commit'] as const;
export type Moment = (typeof moments)[number];

export const [people, workspaces] = [3, 2];
export const domains = ['acme.com', 'sub.acme.com', 'other.org'];

/** What a user does, and what of it is done when a process is killed, or arrives again. */
export type Step = {
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
  days?: number;
  level?: ShareLevel;
  shares?: ProtectedShares | undefined;
};

const person = fc.nat(people - 1);
/** Which of a person's mailboxes; the same mail may be in both, with the same id. */
const mailbox = fc.nat(1);
const workspace = fc.nat(workspaces - 1);
const domain = fc.constantFrom(...domains);

const level = fc.constantFrom(...shareLevels);

const capture = {
  person,
  mailbox,
  page: fc.array(activity, { maxLength: 6, size: 'max' }),
};
const removal = { person, mailbox, number: fc.nat(7), copy: fc.nat(1) };

const anyMoment: fc.MaybeWeightedArbitrary<Step>[] = [
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('capture'), ...capture }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete'), ...removal }),
  },
  // By chance alone, the same mail is seldom in both mailboxes when it is deleted in one.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('capture in both, delete in one'), ...capture }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('track'), person, domain }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('create account'), person, domain, workspace }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('share'), person, domain, workspace, level }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('keep private'), person, number: fc.nat() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('share private again'), person, number: fc.nat() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('share private meeting'), person, number: fc.nat() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('withhold private meeting'), person, number: fc.nat() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('protect'),
      person,
      name: fc.constantFrom('ann@acme.com', 'bob@sub.acme.com', 'other.org', 'sub.acme.com'),
      shares: fc.constantFrom(...protectedShares),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('end protection'), person, number: fc.nat() }),
  },
  // By the owner of a workspace, to the end, or as of a process that is killed after its transaction.
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('protect for everyone', 'begin to protect for everyone'),
      person,
      workspace,
      name: fc.constantFrom('ann@acme.com', 'cat@other.org', 'sub.acme.com'),
      shares: fc.option(fc.constantFrom(...protectedShares), { nil: undefined }),
    }),
  },
  // To the end, or as of a process that is killed after its transaction.
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set level'), person, domain, level }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('begin to set level'), person, domain, level }),
  },
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
  ...['share', 'unshare', 'leave', 'remove', 'remove all', 'delete captured'].map((name) => ({
    weight: 1,
    arbitrary: fc.record({ do: fc.constant(`begin to ${name}`), person, domain, workspace }),
  })),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('step'), person, number: fc.nat(3) }) },
  { weight: 2, arbitrary: timeZoneStep },
  { weight: 5, arbitrary: retentionStep },
  { weight: 5, arbitrary: participantsStep },
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
];

/**
 * Requests of captures that are not applied, because the process was killed, that arrive late and out of
 * order, and that arrive once more.
 */
const afterCommit: fc.MaybeWeightedArbitrary<Step>[] = [
  { weight: 5, arbitrary: fc.record({ do: fc.constant('begin to capture'), ...capture }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('begin to delete'), ...removal }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('postpone requests'), person }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('deliver a request', 'repeat a request'),
      person,
      number: fc.nat(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('apply requests'), person }) },
];

export const stepsOf = (moment: Moment): fc.Arbitrary<Step[]> =>
  fc.array(fc.oneof(...anyMoment, ...(moment === 'after the commit' ? afterCommit : [])), {
    minLength: 10,
    maxLength: 40,
    size: 'max',
  });

/** So that there is something to publish from the first page on, also by two domains of one account. */
export const beginning: Step[] = [
  { do: 'create account', person: 0, domain: 'acme.com', workspace: 0 },
  { do: 'create account', person: 1, domain: 'other.org', workspace: 1 },
  { do: 'track', person: 1, domain: 'acme.com' },
  { do: 'share', person: 1, domain: 'acme.com', workspace: 0 },
  { do: 'add account domain', person: 0, domain: 'acme.com', other: 'other.org', workspace: 0 },
  { do: 'track', person: 0, domain: 'other.org' },
  { do: 'share', person: 0, domain: 'other.org', workspace: 0 },
];
