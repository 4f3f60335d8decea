import { expect, it, onTestFinished, vi } from 'vitest';
import { openScripted } from '#test/mail-servers/open-scripted.ts';
import { scriptedImapLab } from '#test/mail-servers/scripted-imap-lab.ts';
import {
  createInbox,
  foldersScript,
  type ScriptedInbox,
} from '#test/mail-servers/scripted-mailbox.ts';
import type { Script } from '#test/mail-servers/start-scripted-server.ts';

/** A server that refuses some of its folders, in the way of Cyrus. */
function createRefusing(counts: Record<string, number>, refused: Set<string>) {
  const folders = new Map<string, ScriptedInbox>();
  let uid = 0;
  for (const [name, count] of Object.entries(counts)) {
    const inbox = createInbox(uid + count);
    for (let earlier = 1; earlier <= uid; earlier += 1) inbox.mails.delete(earlier);
    uid += count;
    folders.set(name, inbox);
  }
  const usual = foldersScript(folders);
  const script: Script = (command, ...rest) => {
    const [, name = ''] = /^(?:EXAMINE|STATUS) "?([^" ]+)/.exec(command) ?? [];
    return refused.has(name) ? ['TAG NO Permission denied'] : usual(command, ...rest);
  };
  return { folders, script };
}

const denied =
  'The folder “Plans” cannot be read, so new emails in it are missing. The mail server refuses access to it. It says: “Permission denied” Check whether your mail program can open it.';

it('reads the other folders, and lists one that cannot be opened until it can', async () => {
  const refused = new Set(['Plans']);
  const { folders, script } = createRefusing({ INBOX: 2, Plans: 2 }, refused);
  const { lab, ann, connect } = await scriptedImapLab(script);
  const id = await connect();
  const captured = async () => (await lab.captured(ann)).sort();
  const failed = async () => {
    const request = { token: ann.token, params: { id } };
    const { data } = await lab.call('GET /api/integrations/{id}/failed-items', request);
    return data.items.map(({ reason, attempts }) => [reason, attempts]);
  };
  const done = { outcome: 'done', removed: 0 };
  expect(await captured()).toEqual(['mail 1', 'mail 2']);
  expect(await failed()).toEqual([[denied, 1]]);
  expect((await lab.sync(ann)).lastSync).toMatchObject(done);
  // Regular syncs are no attempts; a retry is one.
  expect(await failed()).toEqual([[denied, 1]]);
  const retry = { token: ann.token, params: { id }, body: {} };
  void (await lab.call('POST /api/integrations/{id}/failed-items/retry', retry)).data;
  await lab.rested(ann);
  expect(await failed()).toEqual([[denied.replace(/ Check.*/, ''), 2]]);

  refused.clear();
  expect((await lab.sync(ann)).lastSync).toMatchObject(done);
  expect(await captured()).toEqual(['mail 1', 'mail 2', 'mail 3', 'mail 4']);
  expect(await failed()).toEqual([]);

  refused.add('Plans');
  folders.get('INBOX')?.mails.set(5, createInbox(5).mails.get(5) ?? '');
  Object.assign(folders.get('INBOX') ?? {}, { uidNext: 6 });
  expect((await lab.sync(ann)).lastSync).toMatchObject(done);
  expect(await captured()).toEqual(['mail 1', 'mail 2', 'mail 3', 'mail 4', 'mail 5']);
  expect(await failed()).toEqual([[denied, 1]]);

  // Its contents are as they were before it was refused.
  refused.clear();
  expect((await lab.sync(ann)).lastSync).toMatchObject(done);
  expect(await failed()).toEqual([]);

  folders.delete('Plans');
  expect((await lab.sync(ann)).lastSync).toMatchObject({ outcome: 'done', removed: 2 });
  expect(await captured()).toEqual(['mail 1', 'mail 2', 'mail 5']);
  expect(await failed()).toEqual([]);
});

it('keeps emails for a day that may have moved to a folder that was read and is refused now', async () => {
  const refused = new Set<string>();
  const { folders, script } = createRefusing({ INBOX: 3, Plans: 1 }, refused);
  const { source } = await openScripted(script);
  const begin = await source.position();
  refused.add('Plans');
  folders.get('INBOX')?.mails.delete(2);
  const kept = await source.changes(begin);
  expect(kept.contents).toMatchObject({ gone: [], changed: [{ folder: 'INBOX', uids: [[1, 3]] }] });
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const later = await source.changes(kept.next);
  expect(later.contents?.changed).toMatchObject([
    {
      folder: 'INBOX',
      uids: [
        [1, 1],
        [3, 3],
      ],
    },
  ]);
});

it('lists a window without a folder that cannot be opened', async () => {
  const { script } = createRefusing({ INBOX: 2, Plans: 2 }, new Set(['Plans']));
  const { source } = await openScripted(script);
  const window = { since: new Date(Date.now() - 86_400_000), domains: undefined };
  const page = await source.list(window, undefined);
  expect([page.ids.length, page.nextPageToken]).toEqual([2, undefined]);
  expect(page.unreadable).toMatchObject([{ reason: denied }]);
  expect(page.locations?.at(-1)).toMatchObject({ folder: 'Plans' });
});

it('takes no email for deleted whose folder cannot be opened', async () => {
  const { script } = createRefusing({ INBOX: 1, Plans: 1 }, new Set(['Plans']));
  const locations = ['Plans', 'Gone'].map((folder) => ({
    id: folder,
    folder,
    validity: 7,
    uid: 9,
  }));
  const { source } = await openScripted(script, locations);
  await expect(source.head('Plans')).rejects.toThrow('The folder “Plans” cannot be read');
  expect(await source.head('Gone')).toBeUndefined();
});

it.each(['position', 'changes', 'list'] as const)(
  'fails when the inbox is refused: %s',
  async (call) => {
    const { script } = createRefusing({ INBOX: 1, Plans: 1 }, new Set(['INBOX']));
    const { source } = await openScripted(script);
    const calls = {
      position: () => source.position(),
      changes: () => source.changes({ folders: [] }),
      list: () => source.list({ since: new Date(0), domains: undefined }, undefined),
    };
    await expect(calls[call]()).rejects.toMatchObject({
      kind: 'temporary',
      message: expect.stringContaining('It says: “Permission denied”'),
    });
  },
);
