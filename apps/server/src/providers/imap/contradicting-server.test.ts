import { expect, it } from 'vitest';
import { knownUids, openScripted } from '#test/mail-servers/open-scripted.ts';
import { scriptedImapLab } from '#test/mail-servers/scripted-imap-lab.ts';
import { createInbox, foldersScript, inboxScript } from '#test/mail-servers/scripted-mailbox.ts';
import type { Script } from '#test/mail-servers/start-scripted-server.ts';

const isSearch = (command: string) => /^UID SEARCH/i.test(command);
const isFetch = (command: string) => /^UID FETCH/i.test(command);
const nothing = ['* SEARCH', 'TAG OK done'];

const saysNothing: Script = (command) => {
  if (isSearch(command)) return nothing;
  return isFetch(command) ? ['TAG OK done'] : undefined;
};

it('does not believe that a folder is empty in which the server counts emails', async () => {
  const behave = inboxScript(createInbox(31));
  const { source } = await openScripted((...given) => saysNothing(...given) ?? behave(...given));
  await expect(source.changes(knownUids('1:30'))).rejects.toMatchObject({
    kind: 'temporary',
    message:
      'The mail server counts 31 emails in the folder “INBOX” and lists 0, so the folder was not read.',
  });
  await expect(source.position()).rejects.toMatchObject({ kind: 'temporary' });
});

it('goes on without another folder whose numbers differ', async () => {
  const folders = new Map([
    ['INBOX', createInbox(1)],
    ['Work', createInbox(2)],
  ]);
  const behave = foldersScript(folders);
  let open = '';
  const { source } = await openScripted((command, ...rest) => {
    if (command.startsWith('EXAMINE')) open = command;
    return (
      (open.includes('Work') ? saysNothing(command, ...rest) : undefined) ??
      behave(command, ...rest)
    );
  });
  const known = { folders: [{ path: 'Work', validity: 7, uidNext: 2, known: '1' }] };
  const page = await source.changes(known);
  expect(page.contents).toMatchObject({ gone: [], changed: [{ folder: 'INBOX' }] });
  expect(page.unreadable).toMatchObject([
    { reason: expect.stringContaining('counts 2 emails in the folder “Work” and lists 0') },
  ]);
  expect(page.next).toMatchObject({
    folders: [{ path: 'Work', known: '1' }, { path: 'INBOX' }],
  });
});

it('opens a folder once more when an email came or went meanwhile', async () => {
  const inbox = createInbox(3);
  const behave = inboxScript(inbox);
  let opened = 0;
  const { source } = await openScripted((command, ...rest) => {
    const lines = behave(command, ...rest);
    if (command.startsWith('EXAMINE') && (opened += 1) === 1) inbox.mails.delete(2);
    return lines;
  });
  const { contents } = await source.changes(knownUids('1:3'));
  expect(contents?.changed[0]?.uids).toEqual([
    [1, 1],
    [3, 3],
  ]);
  expect(opened).toBe(2);
});

it('reads an email that no search names', async () => {
  const behave = inboxScript(createInbox(3));
  const { source } = await openScripted((command, ...rest) =>
    /^UID SEARCH ALL/i.test(command) ? ['* SEARCH 1 3', 'TAG OK done'] : behave(command, ...rest),
  );
  const page = await source.changes(knownUids('1'));
  expect(page.changed).toHaveLength(2);
  expect(page.contents?.changed[0]?.uids).toEqual([[1, 3]]);
});

it('takes no email for deleted of a folder whose numbers differ', async () => {
  const behave = inboxScript(createInbox(3));
  let isContradicting = true;
  const location = { id: 'stored', folder: 'INBOX', validity: 7, uid: 9 };
  const { source } = await openScripted(
    (...given) => (isContradicting ? saysNothing(...given) : undefined) ?? behave(...given),
    [location],
  );
  await expect(source.head('stored')).rejects.toThrow('counts 3 emails');
  isContradicting = false;
  expect(await source.head('stored')).toBeUndefined();
});

it('takes no email for deleted of a folder that was renumbered', async () => {
  const location = { id: 'stored', folder: 'INBOX', validity: 6, uid: 1 };
  const { source } = await openScripted(inboxScript(createInbox(3)), [location]);
  await expect(source.head('stored')).rejects.toThrow('renumbered');
});

it('removes nothing while the server renumbers a folder each time that it is opened', async () => {
  const inbox = createInbox(3);
  const behave = inboxScript(inbox);
  let renumbers = false;
  const { lab, ann, connect } = await scriptedImapLab((command, ...rest) => {
    if (renumbers && command.startsWith('EXAMINE')) inbox.validity += 1;
    return behave(command, ...rest);
  });
  await connect();
  const stored = ['mail 1', 'mail 2', 'mail 3'];
  expect((await lab.captured(ann)).sort()).toEqual(stored);
  renumbers = true;
  inbox.mails.set(4, createInbox(4).mails.get(4) ?? '');
  inbox.uidNext = 5;
  const first = await lab.sync(ann);
  expect(first.lastError).toContain('has renumbered the emails of a folder (UIDVALIDITY)');
  for (let round = 0; round < 2; round += 1) {
    expect((await lab.sync(ann)).lastSync?.removed).toBe(0);
    expect(await lab.captured(ann)).toEqual(expect.arrayContaining(stored));
  }
  renumbers = false;
  await lab.sync(ann);
  expect((await lab.captured(ann)).sort()).toEqual([...stored, 'mail 4']);
});
