import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { sampleId } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { ACCOUNT, openPage, panel, setUpAccount } from '#test/open-account.ts';

setUpAccount();
const NOTE = 'PUT /api/accounts/{accountId}/note';
const NAME = 'PATCH /api/accounts/{accountId}';
type Texts = { name: string; note: string };

/** An account at the server, whose texts requests change unless they are refused. */
function mockAccount(
  refuse: (count: number) => Response | Promise<Response> | undefined = () => undefined,
) {
  const now: Texts = { name: account.name, note: 'Renews in March' };
  const sent: unknown[] = [];
  const change = ({ body }: { body: unknown }) => {
    sent.push(body);
    const refused = refuse(sent.length);
    if (refused !== undefined) return refused;
    const { name = now.name, note = now.note } = body as Partial<Texts>;
    Object.assign(now, { name, note });
    return {};
  };
  mockEndpoint(ACCOUNT, () => ({ workspaceAccount: { ...account, owner: null, ...now } }));
  mockEndpoint(NOTE, change);
  mockEndpoint(NAME, change);
  return { now, sent };
}

async function openNote() {
  const opened = openPage();
  const information = within(await panel('Account Information'));
  await opened.user.click(await information.findByText(/Renews in March|No note/));
  return {
    ...opened,
    information,
    field: await information.findByRole('textbox', { name: 'Note' }),
  };
}

const openName = async () => {
  const { user } = openPage();
  const title = within(await screen.findByRole('heading', { name: account.name }));
  return { user, title: await title.findByRole('button', { name: account.name }) };
};

test('a note is edited where it is shown: Shift+Enter starts a new line, Enter saves, and Undo brings it back', async () => {
  const { sent, now } = mockAccount();
  const { user, information, field } = await openNote();
  await expectAccessible();
  await user.clear(field);
  await user.keyboard('Renews in May{Shift>}{Enter}{/Shift}Call Ada {Enter}');
  expect(await information.findByText(/Renews in May/)).toBeTruthy();
  expect(sent).toEqual([{ note: 'Renews in May\nCall Ada', replaces: 'Renews in March' }]);
  await waitFor(() =>
    expect(document.activeElement).toBe(information.getByRole('button', { name: 'Edit note' })),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await information.findByText('Renews in March')).toBeTruthy();
  expect(now.note).toBe('Renews in March');
});

test('Escape cancels, and leaving the field saves; what did not change is not sent', async () => {
  const { sent } = mockAccount();
  const { user, information, field } = await openNote();
  await user.type(field, ' and more{Escape}');
  expect(information.getByText('Renews in March')).toBeTruthy();
  await user.keyboard('{F2}');
  await user.type(await information.findByRole('textbox', { name: 'Note' }), '{Enter}');
  expect(information.queryByRole('textbox')).toBeNull();
  expect(sent).toEqual([]);
  await user.click(information.getByRole('button', { name: 'Edit note' }));
  await user.type(await information.findByRole('textbox', { name: 'Note' }), '{End}!');
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() =>
    expect(sent).toEqual([{ note: 'Renews in March!', replaces: 'Renews in March' }]),
  );
});

test('Enter that chooses a suggestion of an input method saves nothing', async () => {
  const { sent } = mockAccount();
  const { user, information, field } = await openNote();
  fireEvent.change(field, { target: { value: 'にほん' } });
  for (const key of ['Enter', 'Escape']) {
    const event = createEvent.keyDown(field, { key });
    Object.defineProperty(event, 'isComposing', { value: true });
    fireEvent(field, event);
  }
  expect(information.getByRole('textbox', { name: 'Note' })).toBe(field);
  await user.keyboard('{Escape}');
  expect(information.queryByRole('textbox')).toBeNull();
  expect(sent).toEqual([]);
});

test('a note that cannot be saved stays with the reason, also when it is left, and is sent again', async () => {
  const { sent } = mockAccount((count) =>
    count === 1 ? failure('UNKNOWN_ERROR', 'The database is busy.') : undefined,
  );
  const { user, information, field } = await openNote();
  fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
  await user.keyboard('{Enter}');
  expect(await information.findByText(/at most 500 characters/)).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.change(field, { target: { value: 'Kept' } });
  await user.keyboard('{Enter}');
  expect(await information.findByText('The database is busy.')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect((field as HTMLTextAreaElement).value).toBe('Kept');
  await user.click(information.getByRole('button', { name: 'Try Again' }));
  expect(await information.findByText('Kept')).toBeTruthy();
  expect(sent).toHaveLength(2);
});

test('what a colleague wrote meanwhile is shown before it is replaced', async () => {
  const { sent, now } = mockAccount((count) =>
    count === 1 ? failure('CONFLICT', 'Someone else has changed the note.') : undefined,
  );
  const { user, information, field } = await openNote();
  now.note = 'Theirs';
  await user.clear(field);
  await user.type(field, 'Mine{Enter}');
  expect(await information.findByText('Theirs')).toBeTruthy();
  expect((field as HTMLTextAreaElement).value).toBe('Mine');
  await user.click(information.getByRole('button', { name: 'Replace It' }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ note: 'Mine', replaces: 'Theirs' }));
  // Undone is the last change, so that the colleague's note is there again.
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await information.findByText('Theirs')).toBeTruthy();
});

test('an undo does not replace what a colleague has written since', async () => {
  mockAccount((count) => (count === 2 ? failure('CONFLICT', 'Someone was faster.') : undefined));
  const { user, field } = await openNote();
  await user.type(field, '!{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Failed to undo the change of the note')).toBeTruthy();
  expect(screen.getByText('Someone was faster.')).toBeTruthy();
});

test('a note that fails after the page was left says so, and can be sent again', async () => {
  let release = () => {};
  const { sent } = mockAccount((count) => {
    if (count > 1) return undefined;
    return new Promise((resolve) => {
      release = () => resolve(failure('UNKNOWN_ERROR', 'The database is busy.'));
    });
  });
  const { user, field } = await openNote();
  await user.type(field, '!{Enter}');
  await user.click(screen.getByRole('button', { name: 'Close account information' }));
  release();
  expect(await screen.findByText(`Failed to save the note of ${account.name}`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Note saved')).toBeTruthy();
  expect(sent).toHaveLength(2);
});

test('the history of a note says who wrote what, and restores an earlier one', async () => {
  const { sent } = mockAccount();
  const writtenBy = { id: sampleId(), name: 'Ada', email: 'ada@northwind.example' };
  let isBusy = true;
  mockEndpoint('GET /api/accounts/{accountId}/note-versions', () => {
    if (isBusy) return failure('RATE_LIMITED', 'The database is busy.');
    return {
      versions: [
        { version: 3, note: 'Renews in March', writtenBy, writtenAt: '2026-11-01T09:00:00.000Z' },
        { version: 2, note: '', writtenBy, writtenAt: '2026-10-01T09:00:00.000Z' },
        { version: 1, note: '<b>From a file</b>', writtenBy: null, writtenAt: null },
      ],
    };
  });
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'History of the note' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^History of the note/ }));
  expect(await dialog.findByText('The database is busy.')).toBeTruthy();
  isBusy = false;
  await user.click(dialog.getByRole('button', { name: /Try again/i }));
  expect(await dialog.findByText('<b>From a file</b>')).toBeTruthy();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Ada, .*CurrentRenews in March$/),
    expect.stringMatching(/^Ada, .*RestoreNo note$/),
    'Author unknownRestore<b>From a file</b>',
  ]);
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Restore the note by Author unknown' }));
  expect(await screen.findByText('Note saved')).toBeTruthy();
  expect(sent).toEqual([{ note: '<b>From a file</b>', replaces: 'Renews in March' }]);
});

test('the name is edited in the title of the page', async () => {
  const { sent } = mockAccount();
  const { user, title } = await openName();
  title.focus();
  await user.keyboard('{F2}');
  const field = await screen.findByRole('textbox', { name: 'Account Name' });
  await user.clear(field);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Account name is required')).toBeTruthy();
  await user.type(field, '  Acme <Labs> 🚀 {Enter}');
  expect(await screen.findByRole('heading', { name: 'Acme <Labs> 🚀' })).toBeTruthy();
  expect(sent).toEqual([{ name: 'Acme <Labs> 🚀', replaces: account.name }]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('heading', { name: account.name })).toBeTruthy();
});

test('a server that knows only the specification has a name that is not edited', async () => {
  serveAtLevel('specification');
  openPage();
  const heading = await screen.findByRole('heading', { name: account.name });
  expect(within(heading).queryByRole('button')).toBeNull();
});
