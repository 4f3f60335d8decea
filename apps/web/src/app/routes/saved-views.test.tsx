import type { SavedView, ViewState } from '@repo/contract/saved-views';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const GRID = '/northwind/sales/accounts';
const VIEWS = '/api/workspaces/{workspaceId}/views';
const sales = sampleWorkspace('Sales');
const nothing: ViewState = { filters: {}, widths: {} };

function view(name: string, given: Partial<SavedView> = {}): SavedView {
  return {
    id: sampleId(),
    name,
    isShared: false,
    isOwn: true,
    canChange: true,
    isDefault: false,
    owner: { name: 'Maya Lindqvist' },
    state: nothing,
    ...given,
  };
}

let views: SavedView[];
let departed: string[];
let sent: unknown[];
let requested: object[];

beforeEach(() => {
  localStorage.clear();
  serveAtLevel('full');
  [views, departed, sent, requested] = [[], [], [], []];
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts/people', () => ({
    contributors: [],
    creators: [],
  }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ query }) => {
    // Not the number of all accounts, for which one is requested.
    if (query['limit'] !== '1') requested.push(query);
    return { accounts: [], page: { total: 0 } };
  });
  mockEndpoint(`GET ${VIEWS}`, () => ({ views, departed }));
  mockEndpoint(`POST ${VIEWS}`, ({ body }) => {
    sent.push(body);
    const saved = view('', body as Partial<SavedView>);
    views = [...views, saved];
    return { view: saved };
  });
  mockEndpoint(`PATCH ${VIEWS}/{viewId}`, ({ params, body }) => {
    sent.push(body);
    views = views.map((one) =>
      one.id === params['viewId'] ? { ...one, ...(body as object) } : one,
    );
    return { view: views[0] ?? view('') };
  });
});

const open = (search = '', workspace = sales) =>
  renderApp(GRID + search, { as: sampleUser(), workspaces: [workspace] });
const toolbar = async () => within(await screen.findByRole('toolbar', { name: 'Accounts' }));
const press = async ({ user }: ReturnType<typeof open>, name: string | RegExp) =>
  user.click(await (await toolbar()).findByRole('button', { name }));
const choose = async (app: ReturnType<typeof open>, name: string | RegExp) =>
  app.user.click(await screen.findByRole('menuitem', { name }));
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test('shows no views unless the server offers them', async () => {
  serveAtLevel('specification');
  const { address } = open(`?view=${sampleId()}&side=external`);
  await toolbar();
  expect(screen.queryByRole('button', { name: 'All accounts' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save View' })).toBeNull();
  expect(address()).toContain('side=external');
});

test('lists the views of the user, and those that others share', async () => {
  views = [view('Mine'), view('Theirs', { isOwn: false, isShared: true, owner: { name: 'Bob' } })];
  const app = open();
  await press(app, 'All accounts');
  await screen.findByRole('menuitem', { name: /Mine/ });
  expect(items()).toEqual(['All accounts', 'Mine', 'TheirsBob', 'Save as New View...']);
  expect(screen.getByRole('group', { name: 'Shared in Sales' }).textContent).toContain('Theirs');
});

test('saves what the grid shows as a view, which is then open', async () => {
  const app = open('?side=external&sort=-name&columns=name,created&q=acme');
  await press(app, 'Save View');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save View' }));
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Name is required')).toBeTruthy();
  await app.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'External');
  await app.user.click(dialog.getByRole('checkbox', { name: /Share with everyone in Sales/ }));
  await expectAccessible();
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    {
      name: 'External',
      isShared: true,
      state: {
        filters: { side: 'external' },
        sort: '-name',
        columns: ['name', 'created'],
        widths: {},
      },
    },
  ]);
  expect(new URLSearchParams(app.address().split('?')[1]).get('view')).toBe(views[0]?.id);
  expect(app.address()).toContain('side=external');
  await (await toolbar()).findByRole('button', { name: 'External' });
  expect(screen.queryByRole('button', { name: 'Save View' })).toBeNull();
});

test('a name that the server refuses is said beside the field, and nothing is lost', async () => {
  mockEndpoint(`POST ${VIEWS}`, () =>
    failure('LIMIT_REACHED', 'You have 100 views in this workspace, which is the most.'),
  );
  const app = open('?side=external');
  await press(app, 'Save View');
  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await app.user.type(name, 'External');
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('100 views');
  expect(name.value).toBe('External');
});

test('opens a view, and saves a change of it or takes it back', async () => {
  views = [view('External', { state: { ...nothing, filters: { side: 'external' } } })];
  const [{ id = '' } = {}] = views;
  const app = open();
  await press(app, 'All accounts');
  await choose(app, 'External');
  await waitFor(() => expect(app.address()).toBe(`${GRID}?side=external&view=${id}`));
  await waitFor(() => expect(requested.at(-1)).toMatchObject({ balance: 'external' }));
  await press(app, 'Remove filter Side balance');
  await press(app, 'Reset');
  await waitFor(() => expect(app.address()).toContain('side=external'));
  await press(app, 'Remove filter Side balance');
  await press(app, 'Save View');
  await waitFor(() => expect(sent).toEqual([{ state: nothing }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save View' })).toBeNull());
});

test('a view of another person is saved as a new one', async () => {
  const state = { ...nothing, sort: 'name' };
  views = [view('Theirs', { isOwn: false, canChange: false, isShared: true, state })];
  const app = open(`?view=${views[0]?.id}&sort=-name`);
  await press(app, 'Save View');
  expect(await screen.findByRole('dialog', { name: 'Save View' })).toBeTruthy();
  await app.user.keyboard('{Escape}');
  await press(app, 'Actions for the view Theirs');
  expect(items()).toEqual(['Duplicate...', 'Copy Link', 'Open by Default']);
});

test('a link that only names a view opens it, columns and widths included', async () => {
  const state = {
    filters: { quiet_for: '30' },
    columns: ['name', 'created'],
    widths: { name: 300 },
  };
  views = [view('Quiet', { state })];
  const app = open(`?view=${views[0]?.id}`);
  await waitFor(() => expect(app.address()).toContain('quiet_for=30'));
  expect(app.address()).toContain('widths=name.300');
  const grid = within(await screen.findByRole('grid'));
  await waitFor(() => expect(grid.getAllByRole('columnheader')).toHaveLength(2));
  // The columns that the browser remembers are those of the grid without a view.
  await press(app, 'Quiet');
  await choose(app, 'All accounts');
  await waitFor(() => expect(grid.getAllByRole('columnheader')).toHaveLength(6));
  expect(screen.queryByRole('button', { name: 'Save View' })).toBeNull();
});

test('a view opens without what is gone, and says so', async () => {
  departed = ['left@acme.example'];
  views = [
    view('Old', {
      state: {
        filters: {
          contributor: 'left@acme.example',
          side: 'external',
          moon: 'full',
        },
        sort: '-revenue',
        columns: ['name', 'revenue', 'created'],
        widths: { revenue: 90 },
      },
    }),
  ];
  const app = open();
  await press(app, 'All accounts');
  await choose(app, 'Old');
  const note = await screen.findByText('Old could be applied only in part');
  expect(note.parentElement?.textContent).toContain(
    'the filter Contributor, since left@acme.example is not a member; the filter moon; the column revenue; the order by -revenue',
  );
  await waitFor(() => expect(requested.at(-1)).toMatchObject({ balance: 'external' }));
  expect(requested.at(-1)).not.toHaveProperty('contributor');
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
  // Saving it gets rid of what is left out.
  await press(app, 'Save View');
  await waitFor(() =>
    expect(sent).toEqual([
      { state: { filters: { side: 'external' }, columns: ['name', 'created'], widths: {} } },
    ]),
  );
});

test('a link with a filter on a person who has left loses it as well', async () => {
  departed = ['left@acme.example'];
  views = [view('Old', { state: { ...nothing, filters: { contributor: 'left@acme.example' } } })];
  const app = open(`?view=${views[0]?.id}&contributor=left%40acme.example`);
  await waitFor(() => expect(app.address()).toBe(`${GRID}?view=${views[0]?.id}`));
});

test('a link to a view that is not there shows all accounts, and says so', async () => {
  const app = open(`?view=${sampleId()}`);
  expect(await screen.findByText('This view was deleted, or is not shared with you')).toBeTruthy();
  await waitFor(() => expect(app.address()).toBe(GRID));
});

test('the default view opens at once, and all accounts stay reachable', async () => {
  const state = { ...nothing, filters: { side: 'internal' } };
  views = [view('Daily', { isDefault: true, state })];
  const [daily] = views;
  const app = open('', { ...sales, defaultView: daily ?? null });
  await waitFor(() => expect(app.address()).toBe(`${GRID}?side=internal&view=${daily?.id}`));
  await waitFor(() => expect(requested).toHaveLength(1));
  expect(requested[0]).toMatchObject({ balance: 'internal' });
  await press(app, 'Daily');
  await choose(app, 'All accounts');
  await waitFor(() => expect(app.address()).toBe(`${GRID}?view=all`));
  await waitFor(() => expect(requested.at(-1)).not.toHaveProperty('balance'));
});

test('renames, shares, chooses and deletes the view that is open', async () => {
  const chosen: unknown[] = [];
  mockEndpoint('PUT /api/workspaces/{workspaceId}/default-view', ({ body }) => {
    chosen.push(body);
    return {};
  });
  mockEndpoint(`DELETE ${VIEWS}/{viewId}`, () => {
    views = [];
    return {};
  });
  views = [view('Mine')];
  const [{ id = '' } = {}] = views;
  const app = open(`?view=${id}`);
  await press(app, 'Actions for the view Mine');
  await choose(app, 'Rename...');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename View' }));
  await app.user.clear(dialog.getByRole('textbox', { name: 'Name' }));
  await app.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Yours');
  await app.user.click(dialog.getByRole('button', { name: 'Rename' }));
  await press(app, 'Actions for the view Yours');
  await choose(app, 'Share with Sales');
  await screen.findByText('Everyone in Sales can open Yours');
  await press(app, 'Actions for the view Yours');
  await choose(app, 'Open by Default');
  await waitFor(() => expect(chosen).toEqual([{ viewId: id }]));
  expect(sent).toEqual([{ name: 'Yours' }, { isShared: true }]);
  await press(app, 'Actions for the view Yours');
  await choose(app, 'Delete...');
  const confirm = within(await screen.findByRole('alertdialog'));
  expect(confirm.getByText(/deleted for everyone in Sales/)).toBeTruthy();
  await app.user.click(confirm.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(app.address()).toBe(GRID));
  await (await toolbar()).findByRole('button', { name: 'All accounts' });
});

test('views that cannot be loaded are tried again in the menu', async () => {
  mockEndpoint(`GET ${VIEWS}`, () => failure('FORBIDDEN', 'No'));
  const app = open();
  await press(app, 'All accounts');
  await screen.findByText('Your views could not be loaded.');
  views = [view('Mine')];
  mockEndpoint(`GET ${VIEWS}`, () => ({ views, departed }));
  await choose(app, 'Try Again');
  expect(await screen.findByRole('menuitem', { name: 'Mine' })).toBeTruthy();
});
