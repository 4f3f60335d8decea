import { createServer } from 'node:net';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { knownUids, openScripted } from '#test/mail-servers/open-scripted.ts';
import { openedWith, row, type Script } from '#test/mail-servers/start-scripted-server.ts';
import { makeCertificate } from '#test/mail-servers/test-certificate.ts';
import {
  type ChangePosition,
  positionAfter,
} from '#modules/integrations/provider/change-position.ts';
import { openConnection } from './imap-connection.ts';
import { readFolders } from './read-folders.ts';
import { createImap } from './imap.ts';

const isSearch = (command: string) => /^UID SEARCH/i.test(command);
const isFetch = (command: string) => /^UID FETCH/i.test(command);

it('reads the two emails of a server that behaves', async () => {
  const { source } = await openScripted(() => undefined);
  const page = await source.changes(knownUids(''));
  expect(page.changed).toHaveLength(2);
  expect(page.contents?.changed).toMatchObject([{ folder: 'INBOX', uids: [[1, 2]] }]);
  expect((await source.head(page.changed[0] ?? ''))?.participants).toMatchObject([
    { email: 'bob@acme.com' },
  ]);
});

it.each<[string, Script]>([
  ['a search that is refused', (command) => (isSearch(command) ? ['TAG NO no'] : undefined)],
  [
    'a connection that ends in a search',
    (command, socket) => {
      if (!isSearch(command)) return undefined;
      socket.destroy();
      return [];
    },
  ],
  [
    'a goodbye in a fetch',
    (command, socket) => {
      if (!isFetch(command)) return undefined;
      socket.end('* BYE going down\r\n');
      return [];
    },
  ],
  [
    'half a literal',
    (command, socket) => {
      if (!isFetch(command)) return undefined;
      socket.end('* 1 FETCH (UID 1 BODY[HEADER.FIELDS (From)] {500}\r\nFrom: ');
      return [];
    },
  ],
  [
    'a folder that is refused',
    (command) => (command.startsWith('EXAMINE') ? ['TAG NO no'] : undefined),
  ],
  [
    'a list without folders',
    (command) => (command.startsWith('LIST') ? ['TAG OK done'] : undefined),
  ],
  ['a list that is refused', (command) => (command.startsWith('LIST') ? ['TAG NO no'] : undefined)],
])('takes %s for a failure, never for an empty mailbox', async (_, script) => {
  const { source } = await openScripted(script);
  await expect(source.changes(knownUids(''))).rejects.toMatchObject({ kind: 'temporary' });
});

it.each<[string, Script, string]>([
  [
    'refuses a search',
    (command) => (isSearch(command) ? ['TAG NO [SERVERBUG] disk \u0007full'] : undefined),
    '127.0.0.1 refused a request. It says: “disk full”',
  ],
  [
    'says goodbye in a search',
    (command, socket) => {
      if (!isSearch(command)) return undefined;
      socket.end('* BYE going down\r\n');
      return [];
    },
    'The connection to 127.0.0.1 was lost. It says: “going down”',
  ],
])('says what a server says that %s', async (_, script, message) => {
  const { source } = await openScripted(script);
  await expect(source.changes(knownUids(''))).rejects.toMatchObject({ kind: 'temporary', message });
});

it('does not believe a search that no longer names what a fetch still finds', async () => {
  const { source } = await openScripted((command) => {
    if (isSearch(command)) return ['* SEARCH', 'TAG OK done'];
    return undefined;
  });
  const { contents } = await source.changes(knownUids('1:2'));
  expect(contents?.changed).toMatchObject([{ uids: [[1, 2]] }]);
});

it('fetches a missing row separately, and retries one that stays missing', async () => {
  const { source } = await openScripted((command) =>
    isFetch(command) ? [row(1), 'TAG OK done'] : undefined,
  );
  // The search lists the second one, and no fetch returns it.
  const page = await source.changes(knownUids(''));
  expect(page.changed).toHaveLength(1);
  expect(page.contents?.changed).toMatchObject([{ uids: [[1, 2]] }]);
  expect(page.next).toMatchObject({ folders: [{ known: '1', unreadable: '2' }] });
});

it('takes a whole page without a row for an ill server, and a few for unreadable emails', async () => {
  const all = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(' ');
  const empty =
    (count: number): Script =>
    (command) => {
      if (command.startsWith('EXAMINE')) return openedWith(count);
      if (isSearch(command)) return [`* SEARCH ${all(count)}`, 'TAG OK done'];
      return isFetch(command) ? ['TAG OK done'] : undefined;
    };
  const ill = await openScripted(empty(21));
  await expect(ill.source.changes(knownUids(''))).rejects.toMatchObject({ kind: 'temporary' });
  const { source } = await openScripted(empty(20));
  const page = await source.changes(knownUids(''));
  expect(page.unreadable).toHaveLength(20);
  expect(page.contents?.changed).toMatchObject([{ uids: [[1, 20]] }]);
});

it('is not misled by wrong counts', async () => {
  const { source } = await openScripted((command) =>
    command.startsWith('STATUS')
      ? ['* STATUS INBOX (MESSAGES 4000000 UIDNEXT 3 UIDVALIDITY 7)', 'TAG OK done']
      : undefined,
  );
  const page = await source.changes(knownUids(''));
  expect(page.changed).toHaveLength(2);
  const again = await source.changes(page.next);
  expect([again.changed, again.contents?.changed]).toMatchObject([[], [{ uids: [[1, 2]] }]]);
});

it('ends a page on which a server hangs, and one on which it drips', async () => {
  for (const drips of [false, true]) {
    let isSignedIn = false;
    const { account, network } = await openScripted((command, socket) => {
      // Signing in has a deadline of its own.
      if (!isSignedIn || !command.startsWith('LIST')) return undefined;
      if (drips) {
        const timer = setInterval(() => socket.write('* OK still here\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      }
      return [];
    });
    const connection = openConnection(network, account, new AbortController().signal, 2_000);
    await connection.run(readFolders);
    isSignedIn = true;
    await expect(connection.run(readFolders)).rejects.toMatchObject({
      kind: 'temporary',
      message: expect.stringContaining('did not respond in time'),
    });
    connection.close();
  }
}, 30_000);

it('shows a short and plain part of what a server says', async () => {
  const { server } = await openScripted((command) =>
    /^(AUTHENTICATE|LOGIN)/i.test(command)
      ? [`TAG NO [ALERT] Application-specific \u0007password required ${'x'.repeat(5_000)}`]
      : undefined,
  );
  const error = await signIn(server.port, server.ca).catch((one: unknown) => one);
  expect(error).toMatchObject({ kind: 'reauthorize' });
  const { message } = error as Error;
  expect(message).toContain('It needs an app password');
  expect(message.length).toBeLessThan(450);
  expect(message).not.toMatch(/\p{Cc}/u);
});

it('sends no password to a server that offers no STARTTLS', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
    socket.on('data', (data) => {
      heard.push(data.toString());
      socket.write(`${data.toString().split(' ')[0]} OK done\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(signIn(port, makeCertificate().cert, 'starttls')).rejects.toMatchObject({
    kind: 'permanent',
    message: expect.stringContaining('no password was sent'),
  });
  expect(heard.join()).not.toMatch(/LOGIN|AUTHENTICATE|secret/i);
});

it.each([
  ['starttls', 'does not speak IMAP with STARTTLS'],
  ['tls', 'did not respond in time'],
] as const)(
  'says before the time of a sign-in ends that a port does not greet with %s',
  async (security, message) => {
    // A port for TLS waits for the client to begin, so it looks like this to STARTTLS.
    const { cert, key } = makeCertificate();
    const silent = createTlsServer({ cert, key }, (socket) => socket.on('error', () => {}));
    silent.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { network, account } = await openScripted(() => undefined);
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const connection = openConnection(
      { ...network, ca: cert },
      { ...account, server: { host: '127.0.0.1', port, security } },
      new AbortController().signal,
      2_000,
    );
    await expect(connection.run(readFolders)).rejects.toThrow(message);
  },
);

it('says that a server did not respond in time in which one email is searched for', async () => {
  const { session, server } = await openScripted((command) => (isSearch(command) ? [] : undefined));
  const { locate } = createImap({ privateNetworks: ['127.0.0.0/8'], ca: server.ca });
  const signal = AbortSignal.timeout(2_000);
  await expect(locate?.({ ...session, signal }, '<lost@acme.com>', null)).rejects.toMatchObject({
    kind: 'temporary',
    message: expect.stringContaining('did not respond in time'),
  });
});

function signIn(port: number, ca: string | undefined, security: 'tls' | 'starttls' = 'tls') {
  const { connect } = createImap({ privateNetworks: ['127.0.0.0/8'], ...(ca && { ca }) });
  if (connect.kind !== 'server-login') throw new Error('not a server');
  return connect.exchange(
    {
      address: 'ann@example.org',
      password: 'secret',
      server: { host: '127.0.0.1', port, security },
    },
    AbortSignal.timeout(5_000),
    'owner',
  );
}

it.each<[string, (connection: number) => { validity: number; folder: string }]>([
  ['UIDVALIDITY', (connection) => ({ validity: connection, folder: 'INBOX' })],
  ['folders', (connection) => ({ validity: 7, folder: `Folder${connection}` })],
])(
  'does not read a mailbox without end whose %s are others with each connection',
  async (_, of) => {
    const count = 5_000;
    let connection = 0;
    let open = false;
    const script: Script = (command) => {
      const name = command.split(' ')[0]?.toUpperCase();
      const { validity, folder } = of(connection);
      if (name === 'LIST') {
        const folders = [...new Set(['INBOX', folder])];
        return [...folders.map((one) => `* LIST () "/" ${one}`), 'TAG OK done'];
      }
      const isFull = command.includes(folder);
      if (name === 'STATUS') {
        const asked = isFull ? folder : 'INBOX';
        const messages = isFull ? count : 0;
        return [
          `* STATUS ${asked} (MESSAGES ${messages} UIDNEXT ${messages + 1} UIDVALIDITY ${validity})`,
          'TAG OK done',
        ];
      }
      if (name === 'EXAMINE') {
        if (!isFull && !command.includes('INBOX')) return ['TAG NO [NONEXISTENT] none'];
        open = isFull;
        return [
          `* ${isFull ? count : 0} EXISTS`,
          `* OK [UIDVALIDITY ${validity}] v`,
          'TAG OK [READ-ONLY] done',
        ];
      }
      if (isSearch(command)) {
        const uids = Array.from({ length: open ? count : 0 }, (__, index) => index + 1);
        return [`* SEARCH ${uids.join(' ')}`, 'TAG OK done'];
      }
      const [, from = 0, to = 0] = /^UID FETCH (\d+):(\d+)/i.exec(command)?.map(Number) ?? [];
      if (from === 0) return undefined;
      return [...Array.from({ length: to - from + 1 }, (__, at) => row(from + at)), 'TAG OK done'];
    };
    const { source } = await openScripted(script);
    let position: ChangePosition = { cursor: await source.position() };
    const readRound = async () => {
      let read = 0;
      connection += 1;
      for (;;) {
        const page = await source.changes(position.cursor, position.progress);
        read += page.changed.length;
        position = positionAfter(position, page);
        if (page.isLast) return read;
      }
    };
    for (let round = 0; round < 3; round += 1) expect(await readRound()).toBe(count);
    await expect(readRound()).rejects.toMatchObject({
      kind: 'temporary',
      message: expect.stringContaining('keeps renumbering'),
    });
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await readRound()).toBe(count);
  },
  60_000,
);
