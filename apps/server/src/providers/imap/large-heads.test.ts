import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { createInbox, inboxScript } from '#test/mail-servers/scripted-mailbox.ts';
import { type Script, startScriptedServer } from '#test/mail-servers/start-scripted-server.ts';
import type { Window } from '#modules/integrations/provider/activity-source.ts';
import { createServerGuard } from '#platform/net/server-guard.ts';
import { readRow } from './mail-row.ts';
import { openMailbox } from './open-mailbox.ts';

const checkServer = createServerGuard({
  resolveHost: async () => ['127.0.0.1'],
  ports: [],
  privateNetworks: ['127.0.0.0/8'],
});

/** Opens a mailbox in which the first of two emails has more in its head. */
const openWith = (more: string) => {
  const row = (uid: number, head: string) =>
    `* ${uid} FETCH (UID ${uid} FLAGS () INTERNALDATE "20-Nov-2026 10:00:00 +0000" RFC822.SIZE 500 BODY[HEADER.FIELDS (From)] {${head.length}}\r\n${head})`;
  return openAt((command) =>
    /^UID FETCH/i.test(command)
      ? [
          row(1, `Message-ID: <1@acme.com>\r\nFrom: Bob <bob@acme.com>\r\n${more}\r\n\r\n`),
          row(2, 'Message-ID: <2@acme.com>\r\nFrom: Ann <ann@acme.com>\r\n\r\n'),
          'TAG OK done',
        ]
      : undefined,
  );
};

async function openAt(script: Script) {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  const credentials = {
    user: 'ann',
    password: 'secret',
    server: { host: '127.0.0.1', port: server.port, security: 'tls' as const },
  };
  const source = openMailbox(
    { checkServer, ca: server.ca },
    {
      credentials,
      source: 'ann@example.org',
      saveCredentials: () => {},
      ownerId: 'owner',
      spendRequest: async () => {},
      signal: new AbortController().signal,
    },
  );
  onTestFinished(() => source.close?.());
  return source;
}

const window: Window = { since: new Date('2026-01-01'), domains: ['acme.com', 'other.org'] };

// Anyone can send such an email. A list that was copied for each repetition took a minute here, an
// expression for addresses that began at each letter two.
it.each([
  ['a header that is repeated 150,000 times', 'To:\r\n'.repeat(150_000)],
  ['a word of 700,000 letters', `To: ${'a'.repeat(700_000)}`],
  ['an address of 700,000 letters', `To: ${'a.'.repeat(350_000)}@acme.com`],
])('reads the emails of a page in which there is %s in linear time', async (_, more) => {
  const source = await openWith(more);
  const begun = process.cpuUsage();
  expect((await source.list(window, undefined)).ids).toHaveLength(2);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000_000).toBeLessThan(5);
});

it('reads the first megabyte of a head', async () => {
  const source = await openWith(`To: ${'x'.repeat(1024 * 1024)}@acme.com, late@other.org`);
  const { ids } = await source.list({ ...window, domains: ['other.org'] }, undefined);
  expect(ids).toEqual([]);
});

// Anyone can send these. When a page of them was more than is read at once, it was never read, nor
// anything after it.
it('reads a page of emails whose heads are together more than is read at once', async () => {
  const inbox = createInbox(101);
  for (const uid of Array.from({ length: 100 }, (_, at) => at + 1)) {
    const to = `To: ${'x'.repeat(300_000)}@example.com\r\n`;
    inbox.mails.set(uid, to + (inbox.mails.get(uid) ?? ''));
  }
  const source = await openAt(inboxScript(inbox));
  expect((await source.list(window, undefined)).ids).toHaveLength(100);
});

/** An inbox of twelve emails with so many bytes more in their heads. */
function longHeads(bytes: number) {
  const inbox = createInbox(12);
  for (const [uid, mail] of inbox.mails) {
    inbox.mails.set(uid, mail.replace('\r\n\r\n', `\r\nX-Long: ${'x'.repeat(bytes)}\r\n\r\n`));
  }
  return inbox;
}

// A hundred with ten megabytes each would be a gigabyte in memory.
it.each([2_000_000, 13_000_000])(
  'reads the first megabyte of heads with %d bytes alone',
  async (bytes) => {
    const read: string[] = [];
    const script = inboxScript(longHeads(bytes));
    const source = await openAt((command, socket, tag) => {
      if (/^UID FETCH .*HEADER/i.test(command)) read.push(command);
      return script(command, socket, tag);
    });
    expect((await source.list(window, undefined)).ids).toHaveLength(12);
    expect(read.length).toBeGreaterThan(0);
    for (const command of read) expect(command).toContain('BODY.PEEK[HEADER]<0.1048576>');
  },
);

it.each([
  ['refuses to search by size', /LARGER/i, ['TAG NO unknown']],
  [
    'does not tell sizes',
    /^UID FETCH \S+ \((UID )?RFC822\.SIZE( UID)?\)/i,
    [...Array.from({ length: 12 }, (_, at) => `* ${at + 1} FETCH (UID ${at + 1})`), 'TAG OK done'],
  ],
])('reads long heads from a server that %s', async (_, pattern, response) => {
  let isAsked = false;
  const script = inboxScript(longHeads(2_000_000));
  const source = await openAt((command, socket, tag) => {
    if (!pattern.test(command)) return script(command, socket, tag);
    isAsked = true;
    return response;
  });
  expect((await source.list(window, undefined)).ids).toHaveLength(12);
  expect(isAsked).toBe(true);
});

it('keeps of a head only what is read of it', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 2 ** 20;
  };
  const before = used();
  const kept = Array.from({ length: 60 }, (_, uid) =>
    readRow(
      'ann@example.org',
      { path: 'INBOX', validity: 7 },
      {
        uid,
        seq: uid,
        internalDate: new Date(),
        headers: Buffer.from(
          `Message-ID: <${uid}@acme.com>\r\nFrom: Bob Example <bob@acme.com>\r\nX-Long: €${'x'.repeat(1_000_000)}\r\n`,
        ),
      },
    ),
  );
  expect(kept[59]?.head.addresses.from).toEqual(['Bob Example <bob@acme.com>']);
  // They have 57 MiB, and 114 as text.
  expect(used() - before).toBeLessThan(25);
});
