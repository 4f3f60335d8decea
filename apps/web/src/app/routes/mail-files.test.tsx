import type { MailFile } from '@repo/contract/mail-files';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenConnection, failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser } from '#test/samples.ts';
import { stopUpload } from '#features/mail-files/uploader.ts';

let withheldMeetings: number;
let files: MailFile[];

const sampleFile = (given: Partial<MailFile> = {}): MailFile => ({
  id: sampleId(),
  name: 'mail.mbox',
  size: 11,
  received: 11,
  state: 'ready',
  fraction: 1,
  found: 4,
  concerned: 3,
  imported: 0,
  excluded: 0,
  unreadable: 0,
  domains: [{ domain: 'acme.com', emails: 3 }],
  domainCount: 1,
  since: '2026-01-05T10:00:00.000Z',
  until: '2026-03-02T10:00:00.000Z',
  problems: [],
  createdAt: '2026-11-20T09:30:00.000Z',
  finishedAt: null,
  ...given,
});

beforeEach(() => {
  files = [];
  withheldMeetings = 0;
  serveAtLevel('full');
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [],
    availableProviders: ['gmail'],
  }));
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  mockEndpoint('GET /api/mail-files', () => ({ files, withheldMeetings }));
});

afterEach(() => stopUpload());

async function open() {
  const { user } = renderApp('/integrations', { as: sampleUser() });
  const card = within(await screen.findByRole('region', { name: 'Import Emails from a File' }));
  return { user, card };
}

const choose = (content: string, name = 'mail.mbox') =>
  fireEvent.change(screen.getByLabelText('File with emails'), {
    target: { files: [new File([content], name)] },
  });

test.each([
  [1, 'Only you see 1 meeting that you imported earlier'],
  [12, 'Only you see 12 meetings that you imported earlier'],
])('says that %i earlier meetings are withheld from colleagues', async (count, text) => {
  withheldMeetings = count;
  const { card } = await open();
  expect(card.getByText(new RegExp(text))).toBeTruthy();
});

test('says nothing of earlier meetings where there are none', async () => {
  const { card } = await open();
  expect(card.queryByText(/imported earlier/)).toBeNull();
});

test('uploads a file in order, and continues where the server says', async () => {
  const parts: [string | undefined, unknown][] = [];
  mockEndpoint('POST /api/mail-files', ({ body }) => {
    expect(body).toEqual({ name: 'mail.mbox', size: 11 });
    files = [sampleFile({ state: 'uploading', received: 0 })];
    return { file: files[0] ?? sampleFile() };
  });
  mockEndpoint('PUT /api/mail-files/{id}/content', ({ query, body }) => {
    parts.push([query['offset'], body]);
    const isFirst = parts.length === 1;
    files = [sampleFile(isFirst ? { state: 'uploading', received: 6 } : {})];
    return { file: files[0] ?? sampleFile() };
  });
  const { card } = await open();
  choose('Hello world');
  expect(await card.findByRole('button', { name: 'Import 3 emails' })).toBeTruthy();
  expect(parts).toEqual([
    ['0', 'Hello world'],
    ['6', 'world'],
  ]);
});

test('stops an upload of which the server never stores more', async () => {
  let parts = 0;
  mockEndpoint('POST /api/mail-files', () => {
    files = [sampleFile({ state: 'uploading', received: 0 })];
    return { file: files[0] ?? sampleFile() };
  });
  mockEndpoint('PUT /api/mail-files/{id}/content', () => {
    parts += 1;
    return { file: sampleFile({ state: parts > 50 ? 'ready' : 'uploading', received: 6 }) };
  });
  const { card } = await open();
  choose('Hello world');
  expect(await card.findByText('The server does not store the parts of the file')).toBeTruthy();
  expect(parts).toBeLessThan(20);
});

test('shows what a file contains, and imports it when the user says so', async () => {
  files = [
    sampleFile({
      unreadable: 1,
      problems: [{ name: 'Email 4', reason: 'The email has no sender.' }],
    }),
  ];
  mockEndpoint('POST /api/mail-files/{id}/import', () => {
    files = [sampleFile({ state: 'finished', imported: 3 })];
    return { file: files[0] ?? sampleFile() };
  });
  const { user, card } = await open();
  expect(
    card.getByText(
      '3 of 4 emails belong to domains that you track, from Jan 5, 2026 to Mar 2, 2026.',
    ),
  ).toBeTruthy();
  expect(card.getByText('acme.com')).toBeTruthy();
  expect(card.getByText('1 email could not be read')).toBeTruthy();
  expect(card.queryByText(/A file removes nothing/)).toBeNull();
  await expectAccessible();
  await user.click(card.getByRole('button', { name: 'Import 3 emails' }));
  expect(await card.findByText('3 emails imported')).toBeTruthy();
});

test('counts what a calendar contains as meetings, and both where there are both', async () => {
  files = [
    sampleFile({ name: 'work.ics', found: 4, meetings: 4, excluded: 1 }),
    sampleFile({ name: 'takeout.zip', state: 'finished', imported: 7, found: 9, meetings: 2 }),
  ];
  const { card } = await open();
  expect(
    card.getByText(
      '3 of 4 meetings belong to domains that you track, from Jan 5, 2026 to Mar 2, 2026. 1 declined or cancelled meeting is left out.',
    ),
  ).toBeTruthy();
  expect(card.getByText('3 meetings')).toBeTruthy();
  expect(card.getByText(/^Meetings of other domains are not stored/)).toBeTruthy();
  expect(card.getByText(/^A file removes nothing: meetings that you imported before/)).toBeTruthy();
  expect(card.getByRole('button', { name: 'Import 3 meetings' })).toBeTruthy();
  expect(card.getByText('7 emails and meetings imported')).toBeTruthy();
});

test('says that a file contains no tracked domain, and how to go on', async () => {
  files = [sampleFile({ concerned: 0, domains: [], domainCount: 0, since: null, until: null })];
  const { card } = await open();
  expect(card.getByText(/Track the domains that you want to follow, then import/)).toBeTruthy();
  expect(card.getByRole('button', { name: 'Import' })).toBeTruthy();
});

test('continues an upload from before a reload with the same file alone', async () => {
  files = [sampleFile({ state: 'uploading', received: 6 })];
  const offsets: (string | undefined)[] = [];
  mockEndpoint('PUT /api/mail-files/{id}/content', ({ query }) => {
    offsets.push(query['offset']);
    files = [sampleFile()];
    return { file: files[0] ?? sampleFile() };
  });
  const { card } = await open();
  expect(card.getByText('Interrupted at 6 bytes of 11 bytes')).toBeTruthy();
  choose('Hello world', 'other.mbox');
  expect(await screen.findByText(/Choose “mail.mbox” again to continue/)).toBeTruthy();
  choose('Hello world');
  expect(await card.findByRole('button', { name: 'Import 3 emails' })).toBeTruthy();
  expect(offsets).toEqual(['6']);
});

test('waits for the connection, and sends the part again', async () => {
  files = [sampleFile({ state: 'uploading', received: 0 })];
  let count = 0;
  mockEndpoint('PUT /api/mail-files/{id}/content', () => {
    count += 1;
    if (count === 1) return brokenConnection();
    files = [sampleFile()];
    return { file: files[0] ?? sampleFile() };
  });
  const { card } = await open();
  choose('Hello world');
  expect(await card.findByText(/Waiting for the connection/)).toBeTruthy();
  expect(
    await card.findByRole('button', { name: 'Import 3 emails' }, { timeout: 10_000 }),
  ).toBeTruthy();
});

test('shows why an upload did not begin, and why a file was not imported', async () => {
  files = [sampleFile({ state: 'failed', message: 'This file contains no emails.' })];
  mockEndpoint('POST /api/mail-files', () => failure('LIMIT_REACHED', 'At most 10 GB'));
  const { card } = await open();
  expect(card.getByText('This file contains no emails.')).toBeTruthy();
  choose('Hello world');
  expect(await screen.findByText('At most 10 GB')).toBeTruthy();
});

test('cancels a file', async () => {
  files = [sampleFile()];
  mockEndpoint('DELETE /api/mail-files/{id}', () => {
    files = [];
    return {};
  });
  const { user, card } = await open();
  await user.click(card.getByRole('button', { name: 'Cancel mail.mbox' }));
  await expect.poll(() => card.queryByText('mail.mbox')).toBeNull();
});

test('is not there for a server that does not offer it', async () => {
  serveAtLevel('specification');
  renderApp('/integrations', { as: sampleUser() });
  await screen.findByRole('region', { name: 'Gmail' });
  expect(screen.queryByText('Import Emails from a File')).toBeNull();
});
