import type { gmail_v1 } from '@googleapis/gmail';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../start-sandbox.ts';
import { sampleMail } from '../testing/sample-mail.ts';
import { gmailClient, signIn } from '../testing/sign-in.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';

const ann = 'ann@example.org';
const now = Date.parse('2026-03-10T12:00:00Z');

let sandbox: Sandbox;
let gmail: gmail_v1.Gmail;

beforeEach(async () => {
  sandbox = await startTestSandbox({ now: () => now });
  gmail = gmailClient(sandbox.url, await signIn(sandbox.url, ann));
});

async function subjects(options: gmail_v1.Params$Resource$Users$Messages$List): Promise<string[]> {
  const { data } = await gmail.users.messages.list({ userId: 'me', ...options });
  const found: string[] = [];
  for (const { id } of data.messages ?? []) {
    const message = await gmail.users.messages.get({
      userId: 'me',
      id: id ?? '',
      format: 'metadata',
      metadataHeaders: ['Subject'],
    });
    found.push(message.data.payload?.headers?.[0]?.value ?? '');
  }
  return found;
}

async function onlyMessage(): Promise<gmail_v1.Schema$Message> {
  const { data } = await gmail.users.messages.list({ userId: 'me' });
  return data.messages?.[0] ?? {};
}

describe('messages.list', () => {
  beforeEach(async () => {
    const date = (day: number) => `0${day} Mar 2026 12:00:00 +0000`;
    await sandbox.addMessages(ann, [
      sampleMail({ Subject: 'one', From: 'Eddie <e@linux.ibm.com>', Date: date(1) }),
      sampleMail({
        Subject: 'two',
        From: 'Not <x@notibm.com>',
        Cc: 'C <c@ibm.com>',
        Date: date(2),
      }),
      sampleMail({
        Subject: 'three',
        From: 'Ann <ann@example.org>',
        To: 'j_s@acme.com',
        Date: date(3),
      }),
      sampleMail({
        Subject: 'four =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
        Bcc: 'b@ibm.com',
        Date: date(4),
        'Message-ID': '<id-4@x>',
      }),
    ]);
  });

  it.each([
    ['from:ibm.com', ['one']],
    ['from:IBM', ['one']],
    ['from:eddie', ['one']],
    ['from:e@linux.ibm.com', ['one']],
    ['from:me', ['three']],
    ['to:ibm.com', ['four Grüße', 'two']],
    ['cc:ibm.com', ['two']],
    ['bcc:ibm.com', ['four Grüße']],
    ['from:ibm.com OR cc:ibm.com', ['two', 'one']],
    ['{from:ibm.com cc:ibm.com in:sent}', ['three', 'two', 'one']],
    ['-{from:ibm.com cc:ibm.com}', ['four Grüße', 'three']],
    ['(from:ibm.com OR to:ibm.com) -from:eddie after:2026/03/03', ['four Grüße']],
    ['after:2026/03/02 before:2026/03/03', ['two']],
    [`after:${Date.parse('2026-03-03T12:00:00Z') / 1000}`, ['four Grüße', 'three']],
    [`before:${Date.parse('2026-03-02T12:00:00Z') / 1000}`, ['one']],
    ['newer_than:7d', ['four Grüße', 'three']],
    ['older_than:7d', ['two', 'one']],
    ['newer_than:1m', ['four Grüße', 'three', 'two', 'one']],
    ['in:sent', ['three']],
    ['in:inbox subject:two', ['two']],
    ['subject:"grüße"', ['four Grüße']],
    ['to:j_s', ['three']],
    ['to:j', []],
    ['rfc822msgid:id-4@x', ['four Grüße']],
    ['rfc822msgid:<id-4@x>', ['four Grüße']],
    ['from:@ after:nonsense', ['four Grüße', 'three', 'two', 'one']],
  ])('finds %s', async (q, expected) => {
    expect(await subjects({ q })).toEqual(expected);
  });

  it('takes a search with very many alternatives', async () => {
    const q = Array.from(
      { length: 300 },
      (_, index) => `from:d${index}.org OR to:d${index}.org`,
    ).join(' OR ');
    expect(await subjects({ q: `${q} OR from:linux.ibm.com` })).toEqual(['one']);
  });

  it('pages newest first, and shifts nothing when emails go or come between two pages', async () => {
    const first = await gmail.users.messages.list({ userId: 'me', maxResults: 2 });
    expect(first.data).toMatchObject({
      resultSizeEstimate: 4,
      nextPageToken: expect.any(String) as string,
    });
    const shown = first.data.messages ?? [];
    await fetch(`${sandbox.url}/sandbox/gmail/${ann}/messages/${shown[0]?.id}`, {
      method: 'DELETE',
    });
    await fetch(`${sandbox.url}/sandbox/gmail/${ann}/messages`, {
      method: 'POST',
      body: sampleMail({ Date: '10 Mar 2026 11:00:00 +0000' }),
    });
    const second = await gmail.users.messages.list({
      userId: 'me',
      maxResults: 2,
      pageToken: first.data.nextPageToken ?? '',
    });
    expect(second.data.messages).toHaveLength(2);
    expect(second.data.nextPageToken).toBeUndefined();
    const ids = [...shown, ...(second.data.messages ?? [])].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    await expect(
      gmail.users.messages.list({ userId: 'me', pageToken: 'none' }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it('hides spam and trash unless they are requested', async () => {
    const relabel = async (subject: string, label: string) => {
      const { data } = await gmail.users.messages.list({ userId: 'me', q: `subject:${subject}` });
      await fetch(`${sandbox.url}/sandbox/gmail/${ann}/messages/${data.messages?.[0]?.id}/labels`, {
        method: 'POST',
        body: JSON.stringify({ add: [label] }),
      });
    };
    await relabel('one', 'SPAM');
    await relabel('two', 'TRASH');
    await relabel('four', 'DRAFT');
    expect(await subjects({})).toEqual(['four Grüße', 'three']);
    expect(await subjects({ includeSpamTrash: true })).toEqual([
      'four Grüße',
      'three',
      'two',
      'one',
    ]);
    expect(await subjects({ q: 'in:trash' })).toEqual(['two']);
    expect(await subjects({ q: 'in:anywhere from:ibm' })).toEqual(['one']);
    expect(await subjects({ labelIds: ['SPAM'] })).toEqual(['one']);
    expect(await subjects({ labelIds: ['INBOX'] })).toEqual([]);
    expect(await subjects({ q: '-in:drafts' })).toEqual(['three']);
  });
});

describe('messages.get', () => {
  const mixed = sampleMail(
    { Received: 'from elsewhere', 'Content-Type': 'multipart/mixed; boundary=b' },
    '--b\nContent-Type: text/plain\n\nHello <you> & you\n--b\nContent-Type: image/png; name=dot.png\nContent-Transfer-Encoding: base64\n\nAAECAw==\n--b--\n',
  );

  it('answers each format', async () => {
    await sandbox.addMessages(ann, [mixed]);
    const { id = '' } = await onlyMessage();
    const get = async (format: string, metadataHeaders: string[] = []) =>
      (await gmail.users.messages.get({ userId: 'me', id: id ?? '', format, metadataHeaders }))
        .data;

    const minimal = await get('minimal');
    expect(minimal).toMatchObject({
      labelIds: ['INBOX'],
      snippet: 'Hello &lt;you&gt; &amp; you',
      internalDate: String(Date.parse('2026-03-02T09:00:00Z')),
      sizeEstimate: mixed.length,
    });
    expect(minimal.id).toMatch(/^[0-9a-f]{16}$/);
    expect(minimal.payload).toBeUndefined();

    const metadata = await get('metadata', ['from', 'Date', 'Absent']);
    expect(metadata.payload?.headers).toEqual([
      { name: 'From', value: 'Bob <bob@acme.com>' },
      { name: 'Date', value: 'Mon, 02 Mar 2026 10:00:00 +0100' },
    ]);
    expect((await get('metadata')).payload?.headers).toHaveLength(7);

    const full = await get('full');
    const [text, image] = full.payload?.parts ?? [];
    expect(Buffer.from(text?.body?.data ?? '', 'base64url').toString()).toBe('Hello <you> & you');
    expect(image).toMatchObject({
      partId: '1',
      mimeType: 'image/png',
      filename: 'dot.png',
      body: { size: 4 },
    });
    const attachment = await gmail.users.messages.attachments.get({
      userId: 'me',
      messageId: id ?? '',
      id: image?.body?.attachmentId ?? '',
    });
    expect(Buffer.from(attachment.data.data ?? '', 'base64url')).toEqual(Buffer.from([0, 1, 2, 3]));

    expect(Buffer.from((await get('raw')).raw ?? '', 'base64url').toString()).toBe(mixed);
  });

  it('answers 404 in the shape of Google for what is not there', async () => {
    await expect(
      gmail.users.messages.get({ userId: 'me', id: '1000000000000000' }),
    ).rejects.toMatchObject({
      status: 404,
      response: {
        data: { error: { code: 404, status: 'NOT_FOUND', errors: [{ reason: 'notFound' }] } },
      },
    });
  });

  it('opens no other mailbox', async () => {
    expect((await gmail.users.getProfile({ userId: ann })).data.emailAddress).toBe(ann);
    await expect(gmail.users.getProfile({ userId: 'bob@example.org' })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('keeps to the metadata scope', async () => {
    await sandbox.addMessages(ann, [mixed]);
    const { id } = await onlyMessage();
    const scope = 'https://www.googleapis.com/auth/gmail.metadata';
    const limited = gmailClient(sandbox.url, await signIn(sandbox.url, ann, [scope]));
    const get = (format: string) =>
      limited.users.messages.get({ userId: 'me', id: id ?? '', format });
    expect((await get('metadata')).data.id).toBe(id);
    await expect(get('full')).rejects.toMatchObject({ status: 403 });
    await expect(get('raw')).rejects.toMatchObject({ status: 403 });
    await expect(limited.users.messages.list({ userId: 'me', q: 'from:x' })).rejects.toMatchObject({
      status: 403,
    });
    const foreign = gmailClient(sandbox.url, await signIn(sandbox.url, ann, ['openid']));
    await expect(foreign.users.getProfile({ userId: 'me' })).rejects.toMatchObject({ status: 403 });
  });
});

it('groups emails into threads, in whichever order they come', async () => {
  const inReplyTo = (id: string) => ({ 'In-Reply-To': `<${id}>`, References: `<root@x> <${id}>` });
  await sandbox.addMessages(ann, [
    sampleMail({ 'Message-ID': '<c@x>', Subject: 'Re: Re: Plan', ...inReplyTo('b@x') }),
    sampleMail({ 'Message-ID': '<root@x>', Subject: 'Plan' }),
    sampleMail({ 'Message-ID': '<b@x>', Subject: 'AW: plan', ...inReplyTo('root@x') }),
    sampleMail({ 'Message-ID': '<d@x>', Subject: 'Another matter', ...inReplyTo('b@x') }),
    sampleMail({ 'Message-ID': '<e@x>', Subject: 'Plan' }),
  ]);
  const { data } = await gmail.users.messages.list({ userId: 'me', q: 'rfc822msgid:root@x' });
  const threadId = data.messages?.[0]?.threadId ?? '';
  const thread = await gmail.users.threads.get({ userId: 'me', id: threadId, format: 'metadata' });
  expect(thread.data.messages).toHaveLength(3);
  expect((await gmail.users.getProfile({ userId: 'me' })).data).toMatchObject({
    messagesTotal: 5,
    threadsTotal: 3,
  });
});

describe('history.list', () => {
  const control = (path: string, options: RequestInit = { method: 'POST' }) =>
    fetch(`${sandbox.url}/sandbox/gmail/${ann}/${path}`, options);

  it('tells what came, changed and went since', async () => {
    const { data: profile } = await gmail.users.getProfile({ userId: 'me' });
    const startHistoryId = profile.historyId ?? '';
    const delivered = await control('messages', { method: 'POST', body: sampleMail() });
    const { id } = (await delivered.json()) as { id: string };
    await control(`messages/${id}/labels`, {
      method: 'POST',
      body: JSON.stringify({ add: ['TRASH'] }),
    });
    await control(`messages/${id}`, { method: 'DELETE' });

    const { data } = await gmail.users.history.list({ userId: 'me', startHistoryId });
    expect(data.history).toMatchObject([
      { messagesAdded: [{ message: { id, labelIds: ['INBOX', 'UNREAD'] } }] },
      { labelsRemoved: [{ message: { id }, labelIds: ['INBOX'] }] },
      { labelsAdded: [{ message: { id, labelIds: ['TRASH', 'UNREAD'] }, labelIds: ['TRASH'] }] },
      { messagesDeleted: [{ message: { id } }] },
    ]);
    expect(Number(data.historyId)).toBe(Number(startHistoryId) + 4);

    const added = await gmail.users.history.list({
      userId: 'me',
      startHistoryId,
      historyTypes: ['messageAdded'],
    });
    expect(added.data.history).toHaveLength(1);
    const later = await gmail.users.history.list({
      userId: 'me',
      startHistoryId: data.historyId ?? '',
    });
    expect(later.data.history).toBeUndefined();
  });

  it('gives a deleted mail that comes again another id', async () => {
    const body = sampleMail();
    const deliver = async () =>
      ((await (await control('messages', { method: 'POST', body })).json()) as { id: string }).id;
    const first = await deliver();
    await control(`messages/${first}`, { method: 'DELETE' });
    expect(await deliver()).not.toBe(first);
  });

  it('pages', async () => {
    const { data: profile } = await gmail.users.getProfile({ userId: 'me' });
    await sandbox.addMessages(
      ann,
      Array.from({ length: 5 }, () => sampleMail()),
    );
    const ids: string[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await gmail.users.history.list({
        userId: 'me',
        startHistoryId: profile.historyId ?? '',
        maxResults: 2,
        ...(pageToken === undefined ? {} : { pageToken }),
      });
      ids.push(
        ...(data.history ?? []).map((record) => record.messagesAdded?.[0]?.message?.id ?? ''),
      );
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken !== undefined);
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(5);
  });

  it('answers 404 to an id that is too old or never was', async () => {
    const { data: before } = await gmail.users.getProfile({ userId: 'me' });
    await sandbox.addMessages(ann, [sampleMail()]);
    await control('expire-history');
    const { data: after } = await gmail.users.getProfile({ userId: 'me' });
    const list = (startHistoryId: string) =>
      gmail.users.history.list({ userId: 'me', startHistoryId });
    await expect(list(before.historyId ?? '')).rejects.toMatchObject({ status: 404 });
    await expect(list(String(Number(after.historyId) + 1))).rejects.toMatchObject({ status: 404 });
    expect((await list(after.historyId ?? '')).status).toBe(200);
  });
});

it('answers a batch, each request for itself', async () => {
  await sandbox.addMessages(ann, [sampleMail({ Subject: 'Grüße' })]);
  const { id } = await onlyMessage();
  const client = await signIn(sandbox.url, ann);
  const part = (name: string, path: string) =>
    `--b\r\nContent-Type: application/http\r\nContent-ID: <${name}>\r\n\r\nGET ${path}\r\n\r\n`;
  const answer = await fetch(`${sandbox.url}/batch/gmail/v1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.credentials.access_token}`,
      'content-type': 'multipart/mixed; boundary="b"',
    },
    body: `${part('first', `/gmail/v1/users/me/messages/${id}?format=metadata`)}${part('second', '/gmail/v1/users/me/messages/0')}--b--`,
  });
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toMatch(/^multipart\/mixed; boundary=/);
  expect(text).toMatch(/Content-ID: <response-first>\r\n\r\nHTTP\/1.1 200 OK\r\n[^]*"Grüße"/);
  expect(text).toMatch(
    /Content-ID: <response-second>\r\n\r\nHTTP\/1.1 404 Not Found\r\n[^]*"NOT_FOUND"/,
  );
});

it('lists the labels', async () => {
  const { data } = await gmail.users.labels.list({ userId: 'me' });
  expect(data.labels).toContainEqual({ id: 'INBOX', name: 'INBOX', type: 'system' });
});
