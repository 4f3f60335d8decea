import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { account } from '#test/account-samples.ts';
import { failure, mockEndpoint, neverResponds } from '#test/api.ts';
import { ACCOUNT, openPage, panel, setUpAccount } from '#test/open-account.ts';
import { sampleId } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

setUpAccount();
const TAGS = 'GET /api/workspaces/{workspaceId}/tags';
const CREATE = 'POST /api/workspaces/{workspaceId}/tags';
const CHANGE = 'PUT /api/workspaces/{workspaceId}/accounts/tags';
type Outcome = 'changed' | 'gone' | 'tag-gone' | 'full';
const tagNamed = (name: string) => ({ id: sampleId(), name, color: 'blue' as const });
const vip = tagNamed('VIP');
const partner = tagNamed('Partner');

let tags: ReturnType<typeof tagNamed>[];
let on: string[];
let outcome: Outcome;
let sent: unknown[];
beforeEach(() => {
  tags = [partner, vip];
  on = [];
  outcome = 'changed';
  sent = [];
  mockEndpoint(ACCOUNT, () => ({
    workspaceAccount: { ...account, tags: tags.filter(({ id }) => on.includes(id)) },
  }));
  mockEndpoint(TAGS, () => ({ tags }));
  mockEndpoint(CREATE, ({ body }) => {
    sent.push(body);
    const tag = tagNamed((body as { name: string }).name);
    tags = [...tags, tag];
    return { tag };
  });
  mockEndpoint(CHANGE, ({ body }) => {
    const [change] = (body as { changes: { add?: string[]; remove?: string[] }[] }).changes;
    sent.push({ add: change?.add, remove: change?.remove });
    const isDone = outcome === 'changed';
    if (isDone) on = [...on, ...(change?.add ?? [])].filter((id) => !change?.remove?.includes(id));
    const [added, removed] = isDone ? [change?.add ?? [], change?.remove ?? []] : [[], []];
    return { outcomes: [{ accountId: account.id, outcome, added, removed }] };
  });
});

async function openField() {
  const { user } = openPage();
  const information = within(await panel('Account Information'));
  await user.click(await information.findByRole('button', { name: 'Edit tags' }));
  const field = information.getByRole('combobox', { name: 'Tags' });
  await waitFor(() => expect(information.queryByText('Loading tags...')).toBeNull());
  return { user, information, field };
}

test('what is typed finds a tag, Enter puts it on, and Escape closes with the focus back', async () => {
  const { user, information, field } = await openField();
  expect(information.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Partner',
    'VIP',
  ]);
  await user.type(field, 'ｖｉ{Enter}');
  expect(await information.findByRole('button', { name: 'Take off VIP' })).toBeTruthy();
  expect(information.getByRole('status').textContent).toBe('VIP put on');
  expect(sent).toEqual([{ add: [vip.id], remove: undefined }]);
  expect(field.getAttribute('value')).toBe('');
  await user.keyboard('{Escape}');
  const link = await information.findByRole('link', { name: 'VIP' });
  expect(link.getAttribute('href')).toBe(`/northwind/sales/accounts?tags=${vip.id}`);
  expect(document.activeElement).toBe(information.getByRole('button', { name: 'Edit tags' }));
});

test('the arrow keys choose, and a name that is new is created', async () => {
  const { user, information, field } = await openField();
  await user.keyboard('{ArrowDown}{Enter}');
  await information.findByRole('button', { name: 'Take off VIP' });
  await user.type(field, '<script>');
  expect(information.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Create “<script>”',
  ]);
  await user.keyboard('{Enter}');
  await information.findByRole('button', { name: 'Take off <script>' });
  expect(sent.slice(1)).toEqual([{ name: '<script>' }, { add: [tags[2]?.id], remove: undefined }]);
  // The tag is there: it is not offered again.
  await user.type(field, 'vip');
  expect(information.getByText('VIP is already on.')).toBeTruthy();
  expect(information.queryByRole('option')).toBeNull();
});

test('a tag that a colleague has just created is put on', async () => {
  mockEndpoint(CREATE, () => {
    const tag = tagNamed('Renewal');
    tags = [...tags, tag];
    return failure('CONFLICT', 'There is already a tag “Renewal”.', { tag });
  });
  const { user, information, field } = await openField();
  await user.type(field, 'renewal{Enter}');
  expect(await information.findByRole('button', { name: 'Take off Renewal' })).toBeTruthy();
});

test('Backspace in the empty field takes the last tag off, with an undo', async () => {
  on = [partner.id, vip.id];
  const { user, information, field } = await openField();
  await user.type(field, 'x{Backspace}');
  expect(information.getByRole('button', { name: 'Take off VIP' })).toBeTruthy();
  await user.keyboard('{Backspace}');
  await waitFor(() =>
    expect(information.queryByRole('button', { name: 'Take off VIP' })).toBeNull(),
  );
  expect(await screen.findByText(`${account.name} is no longer tagged VIP`)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(on).toEqual([partner.id, vip.id]));
});

test.each([
  ['full', 'An account can have at most 20 tags.'],
  ['tag-gone', 'Someone has deleted the tag.'],
  ['gone', `${account.name} was deleted or merged in the meantime.`],
] as const)(
  'a tag that is not put on (%s) is not shown, and what was typed stays',
  async (how, text) => {
    outcome = how;
    const { user, information, field } = await openField();
    await user.type(field, 'partner{Enter}');
    expect((await information.findByRole('alert')).textContent).toBe(text);
    expect(information.queryByRole('button', { name: 'Take off Partner' })).toBeNull();
    expect((field as HTMLInputElement).value).toBe('Partner');
  },
);

test('a tag that could not be sent is not shown, also while the account cannot be read again', async () => {
  const { user, information, field } = await openField();
  mockEndpoint(ACCOUNT, neverResponds);
  mockEndpoint(CHANGE, () => failure('UNKNOWN_ERROR', 'The database is busy.'));
  await user.type(field, 'partner{Enter}');
  expect((await information.findByRole('alert')).textContent).toBe('The database is busy.');
  expect(information.queryByRole('button', { name: 'Take off Partner' })).toBeNull();
});

test('a name that cannot be one says why, and nothing is sent', async () => {
  const { user, information, field } = await openField();
  await user.click(field);
  await user.paste('x'.repeat(300));
  const reason = 'The name of a tag must be at most 40 characters.';
  expect(information.getByText(reason)).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(information.getByRole('alert').textContent).toBe(reason);
  expect(sent).toEqual([]);
});

test('tags that are loading or cannot be read are told, and nothing is created meanwhile', async () => {
  mockEndpoint(TAGS, neverResponds);
  const { user } = openPage();
  const information = within(await panel('Account Information'));
  await user.click(await information.findByText('No tags'));
  expect(await information.findByText('Loading tags...')).toBeTruthy();
  await user.keyboard('new{Enter}');
  expect(sent).toEqual([]);
});

test('a server of the specification shows no tags', async () => {
  serveAtLevel('specification');
  openPage();
  const information = within(await panel('Account Information'));
  await information.findByText('Participants');
  expect(information.queryByText('Tags')).toBeNull();
});
