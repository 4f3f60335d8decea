import { limits } from '@repo/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createProviders, PATCH, type Provider } from './provisioning-lab.fixture.ts';

let app: TestApp;
let providers: ReturnType<typeof createProviders>;
let provider: Provider;
beforeAll(async () => {
  app = await createTestApp();
  providers = createProviders(app);
  provider = await providers();
});
afterAll(() => app.close());

test('an organization has 1,000 groups, and not one more, also at the same moment', async () => {
  await app.db
    .insertInto('scim_groups')
    .values(
      Array.from({ length: limits.provisioningGroups - 1 }, (_, number) => ({
        organization_id: provider.organization.id,
        display_name: `Group ${number}`,
        external_id: null,
      })),
    )
    .execute();
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((displayName) => provider.call('POST', '/Groups', { displayName })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused?.body).toMatchObject({ scimType: 'tooMany' });
  const other = await providers();
  expect((await other.call('POST', '/Groups', { displayName: 'One' })).status).toBe(201);
});

test('a token is revoked at its own organization alone', async () => {
  const other = await providers();
  const { id: tokenId } = await app.db
    .selectFrom('scim_tokens')
    .select('id')
    .where('organization_id', '=', provider.organization.id)
    .executeTakeFirstOrThrow();
  const { status } = await app.call(
    'DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}',
    { token: other.admin.token, params: { id: other.organization.id, tokenId } },
  );
  expect(status).toBe(404);
  expect((await provider.get('/Users')).status).toBe(200);
});

test.each([
  [
    'more operations than a thousand',
    Array.from({ length: 1_001 }, () => ({ op: 'replace', path: 'title', value: 'a' })),
    'invalidSyntax',
  ],
  ['no operations', [], 'invalidSyntax'],
  [
    'a long path of an attribute that is ignored',
    [{ op: 'replace', path: `title.${'a'.repeat(200)}`, value: 'a' }],
    'invalidPath',
  ],
])('a PATCH with %s is refused', async (_, Operations, scimType) => {
  const own = await providers();
  const id = await own.create('ann');
  const answer = await own.call('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations });
  expect(answer.body).toMatchObject({ status: '400', scimType });
});
