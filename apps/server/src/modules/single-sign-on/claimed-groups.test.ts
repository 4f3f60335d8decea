import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
beforeAll(async () => {
  lab = await createSsoLab();
});
afterAll(() => lab.close());

test('the groups in the ID token give roles at the sign-in, and take them away', async () => {
  const company = await lab.company();
  const domain = await lab.verifiedDomain(company);
  const { app, admin } = lab;
  const workspace = await app.make.workspace({ organization_id: company.id });
  await app.make.membership(workspace.id, (await app.make.person()).id, 'owner');
  const ann = await app.make.person({ email: `ann@${domain}` });
  await app.call('PUT /api/admin/organizations/{id}/group-roles', {
    token: admin.token,
    params: { id: company.id },
    body: { groupId: null, name: 'sales', workspaceId: workspace.id, role: 'member' },
  });
  const account = { sub: `subject-${domain}`, email: ann.email, email_verified: true };
  const workspacesAfter = async (claims: object) => {
    const { session } = await lab.signIn(company, { ...account, ...claims });
    const { data } = await app.call('GET /api/workspaces', {
      token: session?.data.token ?? '',
    });
    return data.items.map(({ id }) => id);
  };
  expect(await workspacesAfter({})).toEqual([]);
  expect(await workspacesAfter({ groups: ['Sales'] })).toEqual([]);
  expect(await workspacesAfter({ groups: ['sales', 'others'] })).toEqual([workspace.id]);
  for (const unsaid of [
    { groups: [1] },
    { groups: { sales: true } },
    { groups: [''] },
    { _claim_names: { groups: 'src1' } },
    { hasgroups: true },
    { roles: ['others'], _claim_names: { groups: 'src1' } },
  ]) {
    expect(await workspacesAfter(unsaid)).toEqual([workspace.id]);
  }
  const many = Array.from({ length: 1_001 }, (_, number) => `group ${number}`);
  expect(await workspacesAfter({ groups: many })).toEqual([workspace.id]);
  expect(await workspacesAfter({ groups: [] })).toEqual([]);
  expect(await workspacesAfter({ roles: ['sales'] })).toEqual([workspace.id]);
  // Some providers leave the claim out for a user without groups.
  expect(await workspacesAfter({})).toEqual([]);
});

test('an account that is not connected yet gives no role', async () => {
  const company = await lab.company();
  const { app, admin } = lab;
  const workspace = await app.make.workspace({ organization_id: company.id });
  const ann = await app.make.person();
  await app.call('PUT /api/admin/organizations/{id}/group-roles', {
    token: admin.token,
    params: { id: company.id },
    body: { groupId: null, name: 'sales', workspaceId: workspace.id, role: 'owner' },
  });
  const { link } = await lab.signIn(company, {
    sub: 'a stranger',
    email: ann.email,
    groups: 'sales',
  });
  expect(link).not.toBeNull();
  const found = await app.db
    .selectFrom('claimed_groups')
    .selectAll()
    .where('user_id', '=', ann.id)
    .execute();
  expect(found).toEqual([]);
});
