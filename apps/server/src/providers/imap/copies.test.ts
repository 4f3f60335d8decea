import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { writeMail } from '#test/mail-servers/mailbox-owner.ts';
import {
  createInbox,
  foldersScript,
  type ScriptedInbox,
} from '#test/mail-servers/scripted-mailbox.ts';
import { scriptedImapLab } from '#test/mail-servers/scripted-imap-lab.ts';
import type { Script } from '#test/mail-servers/start-scripted-server.ts';

const mailOf = (subject: string) =>
  writeMail({ subject, messageId: `<${subject.replace(' ', '-')}@acme.com>` });

const deliver = (folder: ScriptedInbox, mail: string) => {
  folder.mails.set(folder.uidNext, mail);
  folder.uidNext += 1;
};

/** Ann, who tracks acme.com, after a first sync of a mailbox with these folders. */
async function connectFolders(counts: Record<string, number>, before: Script) {
  const folders = new Map(
    Object.entries(counts).map(([name, count]) => [name, createInbox(count)]),
  );
  const behave = foldersScript(folders);
  const { lab, ann, connect, reconcile } = await scriptedImapLab(
    (...given) => before(...given) ?? behave(...given),
  );
  await connect();
  return {
    folder: (name: string) => folders.get(name) as ScriptedInbox,
    sync: async () => expect((await lab.sync(ann)).lastSync?.outcome).toBe('done'),
    captured: async () => (await lab.captured(ann)).sort(),
    /** Gives all that is stored ids of an earlier version. */
    async renameStored() {
      for (const table of ['captured_activities', 'item_locations']) {
        await sql`update ${sql.table(table)} set external_id = 'former ' || external_id
          where owner_id = ${ann.id}`.execute(lab.db);
      }
    },
    storedAsFormer: async () =>
      (
        await sql`select from captured_activities
          where owner_id = ${ann.id} and external_id like 'former %'`.execute(lab.db)
      ).rows.length,
    /** Compares what is stored with the mailbox, as every night. */
    async reconcile() {
      await reconcile();
      expect((await lab.sync(ann)).lastSync?.outcome).toBe('done');
    },
    /** Stored emails without a location, which nothing would ever remove. */
    withoutLocation: async () =>
      (
        await sql<{ title: string }>`
          select title from captured_activities captured
          where owner_id = ${ann.id} and not exists (
            select from item_locations location
            where location.owner_id = captured.owner_id
              and location.external_id = captured.external_id)`.execute(lab.db)
      ).rows,
  };
}

it('reads an email that is in two folders where it still is, when one of them loses it meanwhile', async () => {
  let examined = '';
  let isArmed = false;
  const lab = await connectFolders({ INBOX: 1, Archive: 0 }, (command) => {
    examined = /^EXAMINE "?([^" ]+)/.exec(command)?.[1] ?? examined;
    if (isArmed && /BODY\.PEEK\[\]/i.test(command)) {
      isArmed = false;
      // The folder in which it is looked for first.
      lab.folder(examined).mails.delete(lab.folder(examined).uidNext - 1);
    }
    return undefined;
  });
  const mail = mailOf('in two');
  for (const name of ['INBOX', 'Archive']) deliver(lab.folder(name), mail);
  isArmed = true;
  await lab.sync();
  expect(isArmed).toBe(false);
  expect(await lab.captured()).toEqual(['in two', 'mail 1']);
  await lab.sync();
  expect(await lab.captured()).toEqual(['in two', 'mail 1']);
});

it('takes no email of a replaced folder for one of the folder in its place', async () => {
  let lists = -Infinity;
  const lab = await connectFolders({ INBOX: 2, Projects: 0 }, (command) => {
    if (command !== 'LIST "" "*"') return undefined;
    lists += 1;
    if (lists === 2) {
      // After the folder was read, and before the page is complete.
      const projects = lab.folder('Projects');
      Object.assign(projects, { validity: 8, uidNext: 1 });
      projects.mails.clear();
      deliver(projects, mailOf('after'));
    }
    return undefined;
  });
  // What is missing may have been moved, so that all folders are compared once more.
  lab.folder('INBOX').mails.delete(1);
  deliver(lab.folder('Projects'), mailOf('before'));
  lists = 0;
  await lab.sync();
  expect(lists).toBeGreaterThanOrEqual(2);
  expect(await lab.captured()).toEqual(['after', 'mail 2']);
  expect(await lab.withoutLocation()).toEqual([]);
});

it('reads an email that another folder keeps as a draft', async () => {
  const lab = await connectFolders({ INBOX: 1, Sent: 0 }, () => undefined);
  lab.folder('Sent').flags = '\\Draft';
  for (const name of ['INBOX', 'Sent']) deliver(lab.folder(name), mailOf('in two'));
  await lab.sync();
  expect(await lab.captured()).toEqual(['in two', 'mail 1']);
});

/** Emails of one second without a Message-ID, whose headers and sizes are the same. */
const alerts = (hosts: readonly string[]) => {
  const date = new Date();
  return hosts.map((host) =>
    writeMail({ subject: 'Alert', text: `host ${host} is down`, date }).replace(
      /Message-ID:.*\r\n/,
      '',
    ),
  );
};

it('tells emails without a Message-ID apart that have the same headers and size', async () => {
  const lab = await connectFolders({ INBOX: 0, Archive: 0 }, () => undefined);
  const mails = alerts(['a', 'b', 'c']);
  for (const mail of mails) deliver(lab.folder('INBOX'), mail);
  await lab.sync();
  expect(await lab.captured()).toEqual(['Alert', 'Alert', 'Alert']);
  // Copied and moved, they are the same.
  const [first = '', second = ''] = mails;
  for (const mail of [first, second]) deliver(lab.folder('Archive'), mail);
  lab.folder('INBOX').mails.delete(1);
  await lab.sync();
  expect(await lab.captured()).toEqual(['Alert', 'Alert', 'Alert']);
  lab.folder('Archive').mails.clear();
  await lab.sync();
  expect(await lab.captured()).toEqual(['Alert', 'Alert']);
});

it('stores an email once that an earlier version stored under another id', async () => {
  const lab = await connectFolders({ INBOX: 0, Archive: 0 }, () => undefined);
  for (const mail of alerts(['a', 'b'])) deliver(lab.folder('INBOX'), mail);
  await lab.sync();
  await lab.renameStored();
  await lab.sync();
  expect(await lab.storedAsFormer()).toBe(2);
  await lab.reconcile();
  expect(await lab.storedAsFormer()).toBe(0);
  expect(await lab.captured()).toEqual(['Alert', 'Alert']);
  expect(await lab.withoutLocation()).toEqual([]);
});
