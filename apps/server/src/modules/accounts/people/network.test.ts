import { limits } from '@repo/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { mail, makePeopleWorkspace } from './people.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('the network of many colleagues shows those with the strongest ties, and whom they know', async () => {
  const { workspaceId, accountId, ann } = await makePeopleWorkspace(app);
  const count = limits.networkColleagues + 3;
  for (let number = 1; number <= count; number += 1) {
    const member = await app.make.member(workspaceId, { name: `Member ${number}` });
    const { data } = await tracking(app).importOne(member.token, 'acme.com');
    await app.call('POST /api/accounts/domains/share', {
      token: member.token,
      body: { domainId: data.results[0]?.domain.id ?? '', workspaceId },
    });
    // The later the weaker.
    await tracking(app).capture(member, [mail(number, member, [`contact${number}@acme.com`])]);
  }
  const { data } = await app.call('GET /api/accounts/{accountId}/network', {
    token: ann.token,
    params: { accountId },
  });
  const shown = Array.from({ length: limits.networkColleagues }, (_, index) => index + 1);
  expect(data.people.map(({ address }) => address)).toEqual(
    shown.map((number) => `contact${number}@acme.com`),
  );
  expect(data.ties.map(({ person }) => person)).toEqual(shown.map((number) => number - 1));
  expect(data.ties.map(({ colleague }) => data.colleagues[colleague]?.name)).toEqual(
    shown.map((number) => `Member ${number}`),
  );
  expect(data.total).toBe(count);
});
