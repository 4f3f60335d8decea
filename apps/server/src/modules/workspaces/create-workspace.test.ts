import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { addMember } from './add-member.ts';
import { createWorkspace } from './create-workspace.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('an organization, a workspace in it and a member make a team', async () => {
  const { id: userId, token } = await app.make.person();
  const organization = await createOrganization(app.db, { name: ' Acme ', slug: 'acme' });
  const workspace = await createWorkspace(app.db, {
    organizationId: organization.id,
    name: 'Sales',
    slug: 'sales',
  });
  await addMember(app.db, { workspaceId: workspace.id, userId, role: 'owner' });

  const { data } = await app.call('GET /api/workspaces', { token });
  expect(data.items).toEqual([
    {
      ...workspace,
      role: 'owner',
      organization: { ...organization, name: 'Acme' },
      gettingStarted: true,
      timeZone: 'America/New_York',
      nextTimeZone: null,
      shareLevels: { default: 'full', least: 'activity', participantsOnly: false },
      assistants: 'members',
      defaultView: null,
    },
  ]);
});

describe('a slug', () => {
  test('names one organization', async () => {
    await createOrganization(app.db, { name: 'One', slug: 'one' });
    await expect(createOrganization(app.db, { name: 'Other', slug: 'one' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An organization with the slug one already exists',
    });
  });

  test('names one workspace in each organization', async () => {
    const [here, there] = [await app.make.organization(), await app.make.organization()];
    const make = (organizationId: string) =>
      createWorkspace(app.db, { organizationId, name: 'Team', slug: 'team' });
    await make(here.id);
    await make(there.id);
    await expect(make(here.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('is checked', async () => {
    await expect(createOrganization(app.db, { name: 'A', slug: 'admin' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'slug', message: 'The slug "admin" is reserved' }],
    });
    const { id } = await app.make.organization();
    await expect(
      createWorkspace(app.db, { organizationId: id, name: '', slug: 'No Slug' }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'name' }, { field: 'slug' }],
    });
  });
});

test('what does not exist is said so', async () => {
  const { id: workspaceId } = await app.make.workspace();
  const { id: userId } = await app.make.person();
  const role = 'member';
  await expect(
    createWorkspace(app.db, { organizationId: nobody, name: 'Team', slug: 'team' }),
  ).rejects.toThrow('Organization not found');
  await expect(addMember(app.db, { workspaceId, userId: nobody, role })).rejects.toThrow(
    'User not found',
  );
  await expect(addMember(app.db, { workspaceId: nobody, userId, role })).rejects.toThrow(
    'Workspace not found',
  );
});

test('a user is a member only once', async () => {
  const { id: workspaceId } = await app.make.workspace();
  const { id: userId } = await app.make.member(workspaceId);
  await expect(addMember(app.db, { workspaceId, userId, role: 'owner' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});
