import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limits } from '@repo/contract/limits';
import { createDatabase } from '#platform/database/create-database.ts';
import { startProcess } from '../faults/processes.ts';
import { freePort } from '../free-port.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import { createMakers, knownPassword, type MadePerson } from '../test-makers.ts';
import { type Proxy, proxyNames, startSample } from './start-sample.ts';

/**
 * `npm run proof -- proxies`: a server behind each sample of deploy/proxies. Exit code 1 when the server
 * takes a forged address for the client's, a part of an upload is refused or cut, an event stream is
 * buffered or closed within a minute, or a proxy is missing (`sh scripts/install-operator-tools.sh`).
 */

/** Another address of this machine, so that the client's is not the proxy's. */
const CLIENT_ADDRESS = '127.0.0.2';
const FORGED_ADDRESS = '203.0.113.7';
/** Longer than the time-outs that proxies have by default: 60 s. */
const STREAM_MS = 75_000;
/** The server sends a line every 15 s. */
const MAX_SILENCE_MS = 16_500;

const write = (line: string) => void process.stdout.write(`${line}\n`);
const folder = await mkdtemp(path.join(tmpdir(), 'proxies-'));
const postgres = await startOwnPostgres();
const db = createDatabase({ url: postgres.url, poolSize: 2, onLostConnection: () => {} });
const makers = createMakers(db);
const port = await freePort();
const server = await startProcess('apps/server/src/main.ts', ['--role=all'], {
  env: { DATABASE_URL: postgres.url, DATA_DIR: folder, PORT: String(port), TRUST_PROXY: 'true' },
  isReady: (line) => line.includes('"msg":"ready"'),
});
const running: Proxy[] = [];
let isHeld = true;

try {
  for (const name of proxyNames) {
    const proxy = await startSample(name, { proxy: await freePort(), server: port }, folder);
    if (proxy === undefined) {
      write(`${name}: MISSING. Run \`sh scripts/install-operator-tools.sh\`.`);
      isHeld = false;
    } else {
      running.push(proxy);
    }
  }
  // At the same time: each waits for more than a minute.
  for (const lines of await Promise.all(running.map(check))) lines.forEach(write);
} finally {
  await Promise.all(running.map((proxy) => proxy.stop()));
  await server.stop();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isHeld ? 0 : 1;

async function check({ name, version, port: at }: Proxy): Promise<string[]> {
  const person = await makers.person();
  const findings = [
    await checkAddress(at, person),
    await checkUpload(at, person),
    await checkStream(at, person),
  ];
  if (findings.some(({ isRight }) => !isRight)) isHeld = false;
  return [
    `${name} (${version})`,
    ...findings.map(({ isRight, text }) => `  ${isRight ? 'right' : 'WRONG'}: ${text}`),
  ];
}

interface Finding {
  isRight: boolean;
  text: string;
}

/** The address of a session is the client's, whatever the client claims. */
async function checkAddress(at: number, person: MadePerson): Promise<Finding> {
  const { token } = await call<{ token: string }>(at, 'POST', '/api/auth/login', {
    body: JSON.stringify({ email: person.email, password: knownPassword }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': FORGED_ADDRESS },
  });
  const { items } = await call<{ items: { address: string | null }[] }>(
    at,
    'GET',
    '/api/auth/sessions',
    { headers: { authorization: `Bearer ${token}` } },
  );
  const [own] = items;
  return {
    isRight: own?.address === CLIENT_ADDRESS,
    text: `a client at ${CLIENT_ADDRESS} that claims ${FORGED_ADDRESS} is ${own?.address}`,
  };
}

/** The largest part of an upload arrives whole. */
async function checkUpload(at: number, { token }: MadePerson): Promise<Finding> {
  const size = limits.filePartBytes;
  const headers = { authorization: `Bearer ${token}` };
  const { file } = await call<{ file: { id: string } }>(at, 'POST', '/api/mail-files', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'one.mbox', size: size + 1 }),
  });
  const sent = await call<{ file: { received: number } }>(
    at,
    'PUT',
    `/api/mail-files/${file.id}/content?offset=0`,
    {
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(size, 'a'),
    },
  );
  return {
    isRight: sent.file.received === size,
    text: `of a part of ${size} bytes, ${sent.file.received} arrive`,
  };
}

/** Lines of an event stream arrive as they are sent, and it stays open. */
async function checkStream(at: number, { token }: MadePerson): Promise<Finding> {
  const answer = await fetch(`http://127.0.0.1:${at}/api/integrations/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(STREAM_MS),
  });
  const begun = performance.now();
  let last = begun;
  let silence = 0;
  let lines = 0;
  let isOpen = false;
  try {
    for await (const part of answer.body ?? []) {
      silence = Math.max(silence, performance.now() - last);
      last = performance.now();
      lines += part.length > 0 ? 1 : 0;
    }
  } catch {
    // The time is over, or the proxy has closed it.
    isOpen = performance.now() - begun > STREAM_MS - 1_000;
  }
  return {
    isRight: isOpen && lines > 3 && silence < MAX_SILENCE_MS,
    text: `an event stream is ${isOpen ? 'open' : 'CLOSED'} after ${Math.round((performance.now() - begun) / 1_000)} s, at most ${Math.round(silence / 1_000)} s without a line`,
  };
}

interface Sent {
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** @throws Error for any status but 200. */
function call<Body>(
  at: number,
  method: string,
  url: string,
  { headers, body }: Sent,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const sending = request(
      { host: '127.0.0.1', port: at, localAddress: CLIENT_ADDRESS, method, path: url, headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode === 200) resolve(unwrapped(text) as Body);
          else reject(new Error(`${method} ${url}: ${answer.statusCode} ${text.slice(0, 300)}`));
        });
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}

/** What is in the envelope of a response. */
function unwrapped(text: string): unknown {
  const { data } = JSON.parse(text) as { data: unknown };
  return data;
}
