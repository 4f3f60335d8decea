import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const TAGS = 'GET /api/workspaces/{workspaceId}/tags';
const UPDATE = 'PATCH /api/workspaces/{workspaceId}/tags/{tagId}';
const DELETE = 'DELETE /api/workspaces/{workspaceId}/tags/{tagId}';
const sales = sampleWorkspace('Sales');
const tagNamed = (name: string, accountCount: number) => ({
  id: sampleId(),
  name,
  color: 'blue' as const,
  accountCount,
});
let tags: ReturnType<typeof tagNamed>[];
beforeEach(() => {
  tags = [tagNamed('Partner', 0), tagNamed('VIP', 1234)];
  mockEndpoint(TAGS, () => ({ tags }));
});

const open = () =>
  renderApp('/northwind/sales/tags', { as: sampleUser(), workspaces: [sales] }).user;

test('each tag has its accounts, and is deleted after a confirmation that counts them', async () => {
  mockEndpoint(DELETE, ({ params }) => {
    tags = tags.filter(({ id }) => id !== params['tagId']);
    return {};
  });
  const user = open();
  const link = await screen.findByRole('link', { name: '1,234 accounts with VIP' });
  expect(link.getAttribute('href')).toBe(`/northwind/sales/accounts?tags=${tags[1]?.id}`);
  await user.click(screen.getByRole('button', { name: 'Delete VIP' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete the tag VIP?' }));
  expect(dialog.getByText(/taken off 1,234 accounts of Sales/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete Tag' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete VIP' })).toBeNull());
});

test('a tag is renamed where it is shown; a name that is taken says so and stays', async () => {
  const sent: unknown[] = [];
  mockEndpoint(UPDATE, ({ body }) => {
    sent.push(body);
    return sent.length === 1
      ? failure('CONFLICT', 'There is already a tag “Partner”.')
      : { tag: { ...tagNamed('Key', 0) } };
  });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Rename VIP' }));
  const field = await screen.findByRole('textbox', { name: 'Name of VIP' });
  await user.clear(field);
  await user.type(field, 'partner{Enter}');
  expect(await screen.findByText('There is already a tag “Partner”.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '  Key   account{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name of VIP' })).toBeNull());
  expect(sent).toEqual([{ name: 'partner' }, { name: 'Key account' }]);
});

test('a tag with the name of another is merged into it after a confirmation', async () => {
  const [partner, vip] = tags;
  const sent: unknown[] = [];
  mockEndpoint(UPDATE, ({ body }) => {
    sent.push(body);
    if (sent.length === 1) {
      return failure('CONFLICT', 'There is already a tag “Partner”.', { tag: partner });
    }
    tags = tags.filter(({ id }) => id !== vip?.id);
    return { tag: partner ?? tagNamed('Partner', 0) };
  });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Rename VIP' }));
  const field = await screen.findByRole('textbox', { name: 'Name of VIP' });
  await user.clear(field);
  await user.type(field, 'partner{Enter}');
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Merge VIP into Partner?' }),
  );
  expect(dialog.getByText(/1,234 accounts with VIP will have Partner instead/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Merge Tags' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name of VIP' })).toBeNull());
  expect(screen.getByText('Partner')).toBeTruthy();
  expect(sent).toEqual([{ name: 'partner' }, { name: 'Partner', merge: true }]);
});

test('a new tag that is refused says why beside its field', async () => {
  mockEndpoint('POST /api/workspaces/{workspaceId}/tags', () =>
    failure('LIMIT_REACHED', 'This workspace has 200 tags, which is the most. Delete one first.'),
  );
  const user = open();
  await user.type(await screen.findByRole('textbox', { name: 'New tag' }), ' ');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('A tag needs a name.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'New tag' }), 'One more{Enter}');
  expect(await screen.findByText(/which is the most/)).toBeTruthy();
});

test('a workspace without tags says what they are for', async () => {
  tags = [];
  open();
  expect(await screen.findByRole('heading', { name: 'No tags yet' })).toBeTruthy();
});

test('tags that cannot be read are requested again', async () => {
  mockEndpoint(TAGS, () => failure('NOT_FOUND', 'Workspace not found'));
  const user = open();
  expect(await screen.findByRole('heading', { name: 'Failed to fetch tags' })).toBeTruthy();
  mockEndpoint(TAGS, () => ({ tags }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('VIP')).toBeTruthy();
});
