import { expect, it } from 'vitest';
import { createInbox, inboxScript } from '#test/mail-servers/scripted-mailbox.ts';
import { scriptedImapLab } from '#test/mail-servers/scripted-imap-lab.ts';
import type { Script } from '#test/mail-servers/start-scripted-server.ts';

/** Ann, who tracks acme.com and has connected a mailbox whose responses a test controls. */
async function connectInbox(count: number, before: Script = () => undefined) {
  const inbox = createInbox(count);
  const behave = inboxScript(inbox);
  const { lab, ann, connect } = await scriptedImapLab(
    (...given) => before(...given) ?? behave(...given),
  );
  return {
    lab,
    ann,
    inbox,
    connect,
    sync: async () => {
      const { lastError, lastSync } = await lab.sync(ann);
      return { lastError, outcome: lastSync?.outcome };
    },
    failed: async (id: string) =>
      (
        await lab.call('GET /api/integrations/{id}/failed-items', {
          token: ann.token,
          params: { id },
        })
      ).data.items,
    retry: (id: string) =>
      lab.call('POST /api/integrations/{id}/failed-items/retry', {
        token: ann.token,
        params: { id },
        body: {},
      }),
    captured: async () => (await lab.captured(ann)).sort(),
  };
}

const done = { lastError: undefined, outcome: 'done' };

it('lists emails that the server does not return, tries them again, and takes them when they come', async () => {
  const { inbox, connect, sync, failed, captured } = await connectInbox(1);
  const id = await connect();
  for (const uid of [2, 3]) inbox.mails.set(uid, createInbox(3).mails.get(uid) ?? '');
  inbox.withheld = new Set([2, 3]);
  inbox.uidNext = 4;
  // A mailbox in which only such emails are new still syncs.
  for (let syncs = 0; syncs < 3; syncs += 1) expect(await sync()).toEqual(done);
  const listed = await failed(id);
  expect(listed.map(({ reason }) => reason).sort()).toEqual([
    expect.stringContaining('lists an email in the folder “INBOX” (number 2)'),
    expect.stringContaining('lists an email in the folder “INBOX” (number 3)'),
  ]);
  // Regular syncs do not count as attempts, whose delays grow.
  expect(listed.map(({ attempts }) => attempts)).toEqual([1, 1]);
  expect(await captured()).toEqual(['mail 1']);

  inbox.withheld.delete(2);
  expect(await sync()).toEqual(done);
  expect(await captured()).toEqual(['mail 1', 'mail 2']);
  expect(await failed(id)).toMatchObject([{ reason: expect.stringContaining('number 3') }]);
  inbox.mails.delete(3);
  expect(await sync()).toEqual(done);
  expect(await failed(id)).toEqual([]);
});

it('lists a mail that the first listing could not read, and captures it when it can be read', async () => {
  const { lab, ann, inbox, connect, sync, failed, retry, captured } = await connectInbox(3);
  inbox.withheld.add(2);
  const id = await connect();
  expect(await captured()).toEqual(['mail 1', 'mail 3']);
  expect(await failed(id)).toMatchObject([{ reason: expect.stringContaining('number 2') }]);
  inbox.withheld.clear();
  void (await retry(id)).data;
  await lab.rested(ann);
  expect(await captured()).toEqual(['mail 1', 'mail 2', 'mail 3']);
  expect(await failed(id)).toEqual([]);
  // Its location is stored with its own id, so it is removed when it is deleted.
  inbox.mails.delete(2);
  expect(await sync()).toEqual(done);
  expect(await captured()).toEqual(['mail 1', 'mail 3']);
});

it('forgets what it could not read of a folder that was replaced, and keeps what it has', async () => {
  const { inbox, connect, sync, failed, captured } = await connectInbox(2);
  inbox.withheld.add(2);
  const id = await connect();
  expect(await failed(id)).toHaveLength(1);
  inbox.validity = 8;
  inbox.withheld.clear();
  expect(await sync()).toEqual(done);
  expect(await captured()).toEqual(['mail 1', 'mail 2']);
  expect(await failed(id)).toEqual([]);
});

it('takes no mail for deleted that a search leaves out (kenn-io/msgvault 731)', async () => {
  let omits = false;
  const { connect, sync, captured } = await connectInbox(3, (command) => {
    if (!omits) return undefined;
    if (/^UID SEARCH ALL/i.test(command)) return ['* SEARCH 1 3', 'TAG OK done'];
    if (!command.startsWith('STATUS')) return undefined;
    return ['* STATUS INBOX (MESSAGES 2 UIDNEXT 4 UIDVALIDITY 7)', 'TAG OK done'];
  });
  await connect();
  omits = true;
  expect(await sync()).toEqual(done);
  expect(await captured()).toEqual(['mail 1', 'mail 2', 'mail 3']);
});

it('goes on below the page that was stored when the connection ends (twentyhq/twenty 24826)', async () => {
  let fetches = 0;
  const { inbox, connect, sync, captured } = await connectInbox(1, (command, socket) => {
    if (!/^UID FETCH .*HEADER/i.test(command)) return undefined;
    fetches += 1;
    if (fetches !== 4) return undefined;
    socket.destroy();
    return [];
  });
  await connect();
  for (const [uid, mail] of createInbox(250).mails) inbox.mails.set(uid, mail);
  inbox.uidNext = 251;
  fetches = 1;
  // Whatever the server reports by now, UIDs that were not fetched are not known.
  await sync();
  expect(fetches).toBeGreaterThanOrEqual(4);
  expect(await sync()).toEqual(done);
  expect(await captured()).toHaveLength(250);
});

it('lists a mail that is too large, and reads the others', async () => {
  const fetched: string[] = [];
  const { inbox, connect, failed, captured } = await connectInbox(3, (command) => {
    if (/^UID FETCH .*BODY\.PEEK\[\]/i.test(command)) fetched.push(command);
    return undefined;
  });
  inbox.sizes.set(2, 300 * 1024 * 1024);
  const id = await connect();
  expect(await captured()).toEqual(['mail 1', 'mail 3']);
  expect(await failed(id)).toMatchObject([
    { reason: 'The email is too large to be read: 300 MB of at most 50 MB.' },
  ]);
  expect(fetched.join()).not.toMatch(/FETCH (\S*,)?(2|1:3)\b/);
});
