import { describe, expect, it } from 'vitest';
import { openScripted } from '#test/mail-servers/open-scripted.ts';
import { scriptedImapLab } from '#test/mail-servers/scripted-imap-lab.ts';
import {
  createInbox,
  foldersScript,
  type ScriptedInbox,
} from '#test/mail-servers/scripted-mailbox.ts';
import type { Script } from '#test/mail-servers/start-scripted-server.ts';
import { MAX_KNOWN_FOLDERS, MAX_SOUGHT_FOLDERS } from './imap-limits.ts';

const isList = (command: string) => command.startsWith('LIST "" "*"') || command === 'LIST "" *';
const inboxAlone = ['* LIST (\\HasNoChildren) "/" INBOX', 'TAG OK done'];
const withRoles = ['* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR SPECIAL-USE', 'TAG OK done'];
const garbled = [
  '* LIST (\\HasNoChildren) "/" INBOX',
  '* LIST (\\HasNoChildren "/" "Work"',
  'TAG OK done',
];

/** A server with these folders, and the cursor after all of their emails. */
function createMailbox(counts: Record<string, number>) {
  const folders = new Map<string, ScriptedInbox>(
    Object.entries(counts).map(([name, count]) => [name, createInbox(count)]),
  );
  const states = Object.entries(counts).map(([path, count]) => ({
    path,
    validity: 7,
    uidNext: count + 1,
    known: count === 0 ? '' : `1:${count}`,
  }));
  return { folders, cursor: { folders: states }, usual: foldersScript(folders) };
}

/** A mailbox whose list is `list`, and whose folder Work is opened with `opened`. */
function openWithout(list: readonly string[], opened: (folder: string) => string | undefined) {
  const { cursor, usual } = createMailbox({ INBOX: 2, Work: 3 });
  const script: Script = (command, ...rest) => {
    if (command === 'CAPABILITY') return withRoles;
    if (isList(command)) return list;
    const [, folder = ''] = /^(?:EXAMINE|LIST "") "?([^"]+)/.exec(command) ?? [];
    const words = folder === '' ? undefined : opened(folder);
    if (words === undefined) return usual(command, ...rest);
    return command.startsWith('LIST') ? ['TAG OK done'] : [`TAG NO ${words}`];
  };
  return openScripted(script).then(({ source, server }) => ({ source, server, cursor }));
}

const knownAfter = (next: unknown) =>
  (next as { folders: { path: string }[] }).folders.map(({ path }) => path).sort();

const ofWork = (words: string) => (folder: string) => (folder === 'Work' ? words : undefined);
const ofMissing = (words: string, others: string) => (folder: string) =>
  folder === 'INBOX' ? undefined : folder === 'Work' ? words : others;

describe('a known folder that is missing in a list', () => {
  it.each([
    ['a line that the client cannot parse', garbled],
    ['no line', inboxAlone],
    ['a line that says it has no emails', ['* LIST (\\Noselect) "/" Work', ...inboxAlone]],
  ])('is read as if it were listed when it opens: %s', async (_, list) => {
    const { source, cursor } = await openWithout(list, () => undefined);
    const page = await source.changes(cursor);
    expect(page.contents).toEqual({ gone: [], changed: [] });
    expect(knownAfter(page.next)).toEqual(['INBOX', 'Work']);
  });

  it.each([
    ['says so with a code', ofWork('[NONEXISTENT] gone')],
    [
      'says so as of any other',
      ofMissing('No such folder (0.01 secs).', 'No such folder (0.2 secs).'),
    ],
    [
      'says so as of any other, with its name',
      (folder: string) => (folder === 'INBOX' ? undefined : `Mailbox doesn't exist: ${folder}`),
    ],
    ['says nothing at all', ofMissing('', '')],
  ])('is gone when the server %s', async (_, opened) => {
    const { source, cursor } = await openWithout(inboxAlone, opened);
    const page = await source.changes(cursor);
    expect(page.contents?.gone).toEqual(['Work']);
    expect(knownAfter(page.next)).toEqual(['INBOX']);
  });

  it.each([
    ['access is denied', ofWork('[NOPERM] Permission denied')],
    ['it cannot be opened now', ofWork('[UNAVAILABLE] later')],
    ['something else than of any other', ofMissing('Permission denied', 'Mailbox does not exist')],
    ['nothing, and a code of any other', ofMissing('', '[NONEXISTENT] none')],
  ])('is kept when the server says that %s', async (_, opened) => {
    const { source, cursor } = await openWithout(inboxAlone, opened);
    const page = await source.changes(cursor);
    expect(page.contents?.gone).toEqual([]);
    expect(knownAfter(page.next)).toEqual(['INBOX', 'Work']);
    expect(page.unreadable).toEqual([
      {
        id: expect.any(String),
        reason: expect.stringContaining('The folder “Work” cannot be read'),
      },
    ]);
  });

  it('is not gone for a server that opens no folder', async () => {
    const { source, cursor } = await openWithout(inboxAlone, () => 'failed');
    await expect(source.changes(cursor)).rejects.toMatchObject({ kind: 'temporary' });
  });

  it('is gone without a question when it is listed as one that is not read', async () => {
    const trash = ['* LIST (\\Trash) "/" Work', ...inboxAlone];
    const { source, server, cursor } = await openWithout(trash, () => undefined);
    const page = await source.changes(cursor);
    expect(page.contents?.gone).toEqual(['Work']);
    expect(server.heard.filter((command) => command.startsWith('EXAMINE'))).toEqual([]);
  });

  it('is looked for when nothing is known of it but stored locations', async () => {
    const { usual } = createMailbox({ INBOX: 0, Work: 3 });
    const locations = ['Work', 'Old'].map((folder) => ({
      id: folder,
      folder,
      validity: 7,
      uid: 1,
    }));
    const { source } = await openScripted(
      (command, ...rest) => (isList(command) ? inboxAlone : usual(command, ...rest)),
      locations,
    );
    const page = await source.changes({ folders: [] });
    expect(page.contents?.gone).toEqual(['Old']);
    expect(page.contents?.changed.find(({ folder }) => folder === 'Work')?.uids).toEqual([[1, 3]]);
  });

  it('is one of a limited number that is looked for in a round', async () => {
    const names = Array.from({ length: MAX_SOUGHT_FOLDERS + 20 }, (_, index) => `Old${index}`);
    const { cursor } = createMailbox({
      INBOX: 0,
      ...Object.fromEntries(names.map((name) => [name, 1])),
    });
    const { usual } = createMailbox({ INBOX: 0 });
    const { source } = await openScripted(usual);
    const first = await source.changes(cursor);
    const second = await source.changes(first.next);
    expect([first, second].map(({ contents }) => contents?.gone?.length)).toEqual([
      MAX_SOUGHT_FOLDERS,
      20,
    ]);
    expect(knownAfter(second.next)).toEqual(['INBOX']);
  });

  it('stops a mailbox of which ever more folders are known', async () => {
    const names = Array.from({ length: MAX_KNOWN_FOLDERS + 1 }, (_, index) => `Old${index}`);
    const { source } = await openWithout(inboxAlone, (folder) =>
      folder.startsWith('Old') ? '[NOPERM] denied' : undefined,
    );
    const states = names.map((path) => ({ path, validity: 7, known: '1' }));
    await expect(source.changes({ folders: states })).rejects.toThrow(
      'The mail server lists ever more folders; at most 2000 can be read.',
    );
  });
});

it('removes nothing when a line of a list cannot be parsed', async () => {
  const { folders, usual } = createMailbox({ INBOX: 1, Work: 0 });
  const work = createInbox(3);
  work.mails.delete(1);
  folders.set('Work', work);
  let isGarbled = false;
  const { lab, ann, connect } = await scriptedImapLab((command, ...rest) =>
    isGarbled && isList(command) ? garbled : usual(command, ...rest),
  );
  await connect();
  const all = ['mail 1', 'mail 2', 'mail 3'];
  const captured = async () => (await lab.captured(ann)).sort();
  expect(await captured()).toEqual(all);
  isGarbled = true;
  expect((await lab.sync(ann)).lastSync).toMatchObject({ outcome: 'done', removed: 0 });
  expect(await captured()).toEqual(all);
  isGarbled = false;
  folders.delete('Work');
  expect((await lab.sync(ann)).lastSync).toMatchObject({ outcome: 'done', removed: 2 });
  expect(await captured()).toEqual(['mail 1']);
});

describe('a folder of all email', () => {
  const openWithAll = async (count: number, others: Record<string, number>) => {
    const { usual } = createMailbox({ ...others, Archive: count });
    const { source } = await openScripted((command, ...rest) => {
      if (command === 'CAPABILITY') return withRoles;
      const lines = usual(command, ...rest);
      return isList(command)
        ? lines?.map((line) => line.replace(/\(\S+\)( "\/" Archive)/, '(\\All)$1'))
        : lines;
    });
    return source;
  };

  it.each([
    ['is read alone when it can have them all', 40, { INBOX: 30, Work: 40 }, ['Archive']],
    ['does not replace one with more', 39, { INBOX: 30, Work: 40 }, ['Archive', 'INBOX', 'Work']],
    ['does not replace any when it is empty', 0, { INBOX: 1 }, ['Archive', 'INBOX']],
  ])('%s', async (_, count, others, expected) => {
    const source = await openWithAll(count, others);
    expect(knownAfter(await source.position())).toEqual(expected);
  });
});
