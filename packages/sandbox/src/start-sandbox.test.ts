import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { gmail_v1 } from '@googleapis/gmail';
import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from './start-sandbox.ts';
import { startSandbox } from './start-sandbox.ts';
import { sampleMail } from './testing/sample-mail.ts';
import { clientId, clientSecret, gmailClient, oauthClient, signIn } from './testing/sign-in.ts';
import { startTestSandbox, temporaryFolder } from './testing/start-test-sandbox.ts';

const ann = 'ann@example.org';
const bob = 'bob@example.org';
const dayMs = 86_400_000;
const now = Date.parse('2026-03-10T12:00:00Z');

async function mboxFile(mails: readonly string[]): Promise<string> {
  const file = join(await temporaryFolder(), 'sample.mbox.gz');
  await writeFile(
    file,
    gzipSync(mails.map((mail) => `From x@y Mon Jan  1 00:00:00 2020\n${mail}\n`).join('')),
  );
  return file;
}

async function rawMails(gmail: gmail_v1.Gmail): Promise<string[]> {
  const { data } = await gmail.users.messages.list({ userId: 'me' });
  return Promise.all(
    (data.messages ?? []).map(async ({ id }) => {
      const message = await gmail.users.messages.get({ userId: 'me', id: id ?? '', format: 'raw' });
      return Buffer.from(message.data.raw ?? '', 'base64url').toString('latin1');
    }),
  );
}

describe('loading mailbox files', () => {
  it('moves all of them by the most whole days that leave nothing in the future', async () => {
    const annMail = sampleMail({
      Subject: 'Ann',
      Date: 'Sat, 1 Feb 2020 10:00:00 -0500 (EST)',
      'X-Odd': '\x80',
    });
    const bobMail = sampleMail({ Subject: 'Bob', Date: ' Fri,  7 Feb 2020 13:00:00 +0000' });
    const sandbox = await startTestSandbox({
      now: () => now,
      mailboxes: [
        { address: ann, file: await mboxFile([annMail]) },
        { address: bob, file: await mboxFile([bobMail]) },
      ],
    });
    // Bob's mail is the later one; at 13:00 it may not reach 10 March, where it is 12:00.
    expect(sandbox.shiftDays).toBe((Date.parse('2026-03-09') - Date.parse('2020-02-07')) / dayMs);
    expect(await rawMails(gmailClient(sandbox.url, await signIn(sandbox.url, ann)))).toEqual([
      Buffer.from(annMail.replace('Sat, 1 Feb 2020', 'Tue, 3 Mar 2026')).toString('latin1'),
    ]);
    expect(await rawMails(gmailClient(sandbox.url, await signIn(sandbox.url, bob)))).toEqual([
      bobMail.replace('Fri,  7 Feb 2020', 'Mon,  9 Mar 2026'),
    ]);
  });

  it('moves dates back when one lies ahead', async () => {
    const file = await mboxFile([sampleMail({ Date: 'Thu, 12 Mar 2026 11:00:00 +0000' })]);
    const sandbox = await startTestSandbox({ now: () => now, mailboxes: [{ address: ann, file }] });
    expect(sandbox.shiftDays).toBe(-2);
  });

  it('lists and leaves out emails without a usable date', async () => {
    const file = await mboxFile([
      sampleMail({ Date: undefined, 'Message-ID': '<none@x>' }),
      sampleMail({ Date: 'whenever', 'Message-ID': undefined }),
      sampleMail(),
    ]);
    const sandbox = await startTestSandbox({ mailboxes: [{ address: ann, file }] });
    expect(sandbox.excluded).toEqual([
      { mailbox: ann, messageId: 'none@x', reason: 'It has no Date header.' },
      { mailbox: ann, messageId: null, reason: 'Its Date header names no date: "whenever".' },
    ]);
    expect(sandbox.mailboxes()).toMatchObject([{ messages: 1, waiting: 0 }]);
  });

  it('tells his own emails from the others by every address that he uses, and learns his name', async () => {
    const file = await mboxFile([
      sampleMail({ From: 'Ann Arbor <ANN@example.org>', 'Message-ID': '<1@x>' }),
      sampleMail({ From: '"Arbor, Ann" <ann@old.example>', 'Message-ID': '<2@x>' }),
      sampleMail({ 'Message-ID': '<3@x>' }),
    ]);
    const sandbox = await startTestSandbox({
      mailboxes: [{ address: ann, aliases: ['Ann@old.example'], file }],
    });
    const gmail = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
    expect(
      (await gmail.users.messages.list({ userId: 'me', q: 'in:sent' })).data.resultSizeEstimate,
    ).toBe(2);
    expect(
      (await gmail.users.messages.list({ userId: 'me', q: 'in:inbox' })).data.resultSizeEstimate,
    ).toBe(1);
    expect(sandbox.mailboxes()[0]?.name).toBe('Ann Arbor');
  });

  it('delivers what an explicit shift put into the future when its time comes', async () => {
    let time = now;
    const file = await mboxFile([
      sampleMail({ Subject: 'past', Date: 'Sun, 1 Mar 2026 12:00:00 +0000' }),
      sampleMail({ Subject: 'soon', Date: 'Mon, 2 Mar 2026 13:00:00 +0000' }),
    ]);
    const sandbox = await startTestSandbox({
      now: () => time,
      shiftDays: 8,
      mailboxes: [{ address: ann, file }],
    });
    expect(sandbox.mailboxes()).toMatchObject([{ messages: 1, waiting: 1 }]);
    const gmail = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
    const { historyId } = (await gmail.users.getProfile({ userId: 'me' })).data;
    expect(await rawMails(gmail)).toHaveLength(1);
    time += 60 * 60 * 1000;
    expect((await rawMails(gmail))[0]).toContain('Subject: soon');
    const history = await gmail.users.history.list({
      userId: 'me',
      startHistoryId: historyId ?? '',
    });
    expect(history.data.history).toHaveLength(1);
  });

  it('gives a mail the same id however far it is moved', async () => {
    const file = await mboxFile([sampleMail(), sampleMail()]);
    const ids = async (shiftDays: number) => {
      const sandbox = await startTestSandbox({ shiftDays, mailboxes: [{ address: ann, file }] });
      const gmail = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
      return (await gmail.users.messages.list({ userId: 'me' })).data.messages;
    };
    expect(await ids(1)).toEqual(await ids(2));
  });
});

describe('the data folder', () => {
  it('serves the same state after a restart: messages, labels, history, tokens', async () => {
    const dataDir = await temporaryFolder();
    const file = await mboxFile([sampleMail(), sampleMail(), sampleMail({ Date: undefined })]);
    const options: SandboxOptions = {
      port: 0,
      dataDir,
      mailboxes: [{ address: ann, file }],
      clientId,
      clientSecret,
    };
    const state = async (url: string) =>
      (await (await fetch(`${url}/sandbox/gmail/${ann}/messages`)).json()) as {
        messages: { id: string }[];
      };

    const first = await startSandbox(options);
    const { credentials } = await signIn(first.url, ann);
    const { messages } = await state(first.url);
    const path = `${first.url}/sandbox/gmail/${ann}/messages`;
    await fetch(`${path}/${messages[0]?.id}/labels`, {
      method: 'POST',
      body: JSON.stringify({ add: ['DRAFT'] }),
    });
    await fetch(`${path}/${messages[1]?.id}`, { method: 'DELETE' });
    const before = {
      state: await state(first.url),
      mailboxes: first.mailboxes(),
      excluded: first.excluded,
    };
    await first.close();

    const second = await startTestSandbox({ ...options, mailboxes: [] });
    expect(second.shiftDays).toBe(first.shiftDays);
    expect({
      state: await state(second.url),
      mailboxes: second.mailboxes(),
      excluded: second.excluded,
    }).toEqual(before);
    const client = oauthClient(second.url);
    client.setCredentials({ refresh_token: credentials.refresh_token ?? '' });
    const profile = await gmailClient(second.url, client).users.getProfile({ userId: 'me' });
    expect(profile.data).toMatchObject({ emailAddress: ann, messagesTotal: 1 });
  });

  it('keeps a mailbox that it holds, and gives a new one the same shift', async () => {
    const dataDir = await temporaryFolder();
    const old = await mboxFile([sampleMail({ Date: '1 Jan 2020 00:00:00 +0000' })]);
    const recent = await mboxFile([sampleMail({ Date: '1 Mar 2020 00:00:00 +0000' })]);
    const options: SandboxOptions = {
      port: 0,
      dataDir,
      mailboxes: [{ address: ann, file: old }],
      clientId,
      clientSecret,
    };
    const first = await startSandbox({ ...options, now: () => now });
    await first.close();
    const second = await startTestSandbox({
      ...options,
      now: () => now,
      mailboxes: [
        { address: ann, file: recent },
        { address: bob, file: recent },
      ],
    });
    expect(second.shiftDays).toBe(first.shiftDays);
    expect(second.mailboxes()).toMatchObject([
      { address: ann, messages: 1, waiting: 0 },
      { address: bob, messages: 0, waiting: 1 },
    ]);
    await second.close();
    await expect(startSandbox({ ...options, shiftDays: 1 })).rejects.toThrow(
      'start with an empty folder',
    );
  });

  it('loads all mailboxes or none', async () => {
    const dataDir = await temporaryFolder();
    const file = await mboxFile([sampleMail()]);
    const mailboxes = [{ address: ann, file }];
    await expect(
      startTestSandbox({
        dataDir,
        shiftDays: 0,
        mailboxes: [...mailboxes, { address: bob, file: `${file}.none` }],
      }),
    ).rejects.toThrow(/The mailbox file .*\.none of bob@example.org cannot be read/);
    expect((await startTestSandbox({ dataDir, mailboxes })).mailboxes()).toMatchObject([
      { address: ann, messages: 1 },
    ]);
  });

  it('belongs to one sandbox at a time', async () => {
    const dataDir = await temporaryFolder();
    await startTestSandbox({ dataDir });
    await expect(startTestSandbox({ dataDir })).rejects.toThrow('in use by another process');
  });
});

it('says when the port is in use', async () => {
  const { url } = await startTestSandbox();
  await expect(startTestSandbox({ port: Number(new URL(url).port) })).rejects.toThrow(
    'the port is in use',
  );
});

it('refuses emails for a mailbox that does not exist', async () => {
  const sandbox = await startTestSandbox();
  await expect(sandbox.addMessages('nobody@example.org', [])).rejects.toThrow(
    'has no mailbox of nobody@example.org',
  );
});
