import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';

/** A workspace with the account Acme, whose domain its two members share. */
export async function makePeopleWorkspace(app: TestApp) {
  const workspaceId = (await app.make.workspace()).id;
  const ann = await app.make.member(workspaceId, { name: 'Ann' });
  const ben = await app.make.member(workspaceId, { name: 'Ben' });
  const { accountId } = await tracking(app).makeAccount(ann, workspaceId);
  const { data } = await tracking(app).importOne(ben.token, 'acme.com');
  await app.call('POST /api/accounts/domains/share', {
    token: ben.token,
    body: { domainId: data.results[0]?.domain.id ?? '', workspaceId },
  });
  return { workspaceId, accountId, ann, ben };
}

/** Makes all shares of a user show something: a member who contributes nothing is not named anywhere. */
export async function contribute(app: TestApp, { id }: { id: string }): Promise<void> {
  const shares = await app.db
    .selectFrom('domain_shares')
    .select(['workspace_id', 'account_id', 'owner_id as user_id'])
    .where('owner_id', '=', id)
    .execute();
  await app.db
    .insertInto('account_contributors')
    .values(shares)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type PeopleLab = { app: TestApp } & Awaited<ReturnType<typeof makePeopleWorkspace>>;

/** One application for the tests of a file, and a new workspace of `makePeopleWorkspace` for each. */
export function inPeopleWorkspace(): PeopleLab {
  // Filled in before the first test reads it.
  const lab = {} as PeopleLab;
  beforeAll(async () => {
    lab.app = await createTestApp();
  });
  afterAll(() => lab.app.close());
  beforeEach(async () => void Object.assign(lab, await makePeopleWorkspace(lab.app)));
  return lab;
}

export const today = businessDayOf(new Date());

/** On a day in New York, at an hour in UTC; today a moment ago. */
export const daysAgo = (days: number, hour = 17) =>
  days === 0 ? new Date(Date.now() - 1) : new Date(`${addDays(today, -days)}T${hour}:00:00Z`);

/** A contact at Acme. */
export const lee = { name: 'Lee', email: 'lee@acme.com' };

export const mail = (
  days: number,
  from: { name: string; email: string },
  to: string[],
  given: Partial<ActivityToCapture> = {},
) =>
  sampleMail({
    occurredAt: daysAgo(days),
    participants: [
      { name: from.name, email: from.email, role: 'from' },
      ...to.map((email) => ({ name: '', email, role: 'to' as const })),
    ],
    ...given,
  });
