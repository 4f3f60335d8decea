import type { Notice } from '@repo/contract/notices';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { MadePerson } from '#test/test-makers.ts';
import { inPeopleWorkspace, lee, mail } from '../../accounts/people/people.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';

const lab = inPeopleWorkspace();
let activityIds: string[];

beforeEach(async () => {
  await tracking(lab.app).capture(
    lab.ann,
    [1, 2, 3].map((days) => mail(days, lee, [lab.ann.email])),
  );
  await sql`update domain_shares set level = 0 where owner_id = ${lab.ann.id}`.execute(lab.app.db);
  const { rows } = await sql<{ id: string }>`
    update account_activities set level = 0 where account_id = ${lab.accountId} returning id`.execute(
    lab.app.db,
  );
  activityIds = rows.map(({ id }) => id);
});

const readKind = async (kind: Notice['kind'], { token }: MadePerson) =>
  (await lab.app.call('GET /api/notices', { token })).data.notices.filter(
    (notice) => notice.kind === kind,
  );
const requestAll = async () => {
  for (const activityId of activityIds) {
    await lab.app.call('POST /api/activities/{activityId}/access', {
      token: lab.ben.token,
      params: { activityId },
    });
  }
};
const answerAll = async (answer: 'conversation' | 'declined') => {
  const { token } = lab.ann;
  const { data } = await lab.app.call('GET /api/access-requests', { token });
  for (const { id: requestId } of data.requests) {
    await lab.app.call('PUT /api/access-requests/{requestId}', {
      token,
      params: { requestId },
      body: { answer },
    });
  }
  return data.requests.length;
};

test('all requests of a colleague are one notice, until the last is answered', async () => {
  await requestAll();
  expect(await readKind('access', lab.ann)).toMatchObject([
    {
      by: { name: 'Ben' },
      accounts: [{ id: lab.accountId, name: 'Acme' }],
      total: 1,
      isRead: false,
    },
  ]);
  expect(await readKind('access', lab.ben)).toEqual([]);
  expect(await answerAll('declined')).toBe(3);
  expect(await readKind('access', lab.ann)).toEqual([]);
  expect(await readKind('granted', lab.ben)).toEqual([]);
});

test('what was granted is a notice of the colleague, until it ends', async () => {
  await requestAll();
  await answerAll('conversation');
  expect(await readKind('granted', lab.ben)).toMatchObject([
    { by: { name: 'Ann' }, accounts: [{ id: lab.accountId, name: 'Acme' }], total: 1 },
  ]);
  expect(await readKind('granted', lab.ann)).toEqual([]);
  await answerAll('declined');
  expect(await readKind('granted', lab.ben)).toEqual([]);
});

test('neither is left of a colleague who was removed', async () => {
  await requestAll();
  await lab.app.db.deleteFrom('memberships').where('user_id', '=', lab.ben.id).execute();
  expect(await readKind('access', lab.ann)).toEqual([]);
});
