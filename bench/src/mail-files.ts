import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { limits } from '@repo/contract/limits';
import type { MailFile } from '@repo/contract/mail-files';
import { percentile } from '../../apps/server/test/abuse/percentile.ts';
import { fillWorkspace } from './accounts/fill-workspace.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';
import { family, memory, processorTime } from './process-memory.ts';

/**
 * A large mbox file that one member uploads in parts, has checked and imports, by the server with its usual
 * settings. Meanwhile another member, in a process of their own, reads the grid, as in the pauses between
 * these steps, so that both are measured in turns: how much slower it becomes, how fast the file is read, and
 * whether memory grows with it.
 */
const { values } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '5' },
    mails: { type: 'string', default: '120000' },
    /** Without the other member: what the steps alone take, also where other software slows the machine. */
    alone: { type: 'boolean', default: false },
  },
});
const mails = Number(values.mails);
const mailBytes = Math.floor((Number(values.gigabytes) * 2 ** 30) / mails);
/** Of this many emails, one concerns a tracked domain. */
const SHARE = 4;
const QUIET_MS = 10_000;
const SAMPLE_MS = 500;
const FIRST = Date.UTC(2020, 0, 1);

const folder = await mkdtemp(path.join(tmpdir(), 'mail-files-'));
const server = await startBenchServer('all');
try {
  const workspace = await fillWorkspace(server.databaseUrl, {
    accounts: 2_000,
    activities: 200_000,
  });
  const [member = '', owner = ''] = workspace.tokens;
  const call = async <Data>(token: string, method: string, route: string, body?: unknown) => {
    const isBytes = body instanceof Blob;
    const answer = await fetch(`${server.url}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${route}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Data }).data;
  };
  await call(owner, 'POST', '/api/accounts/import', {
    domains: ['acme.example'],
    source: 'manual',
  });

  const file = path.join(folder, 'mail.mbox');
  await writeMbox(file);
  const { size } = await stat(file);

  let phase = 'quiet';
  const over = new AbortController();
  const curve: Record<string, number[]> = {};
  const grid = `${server.url}/api/workspaces/${workspace.id}/accounts?includeTimeline=true&limit=60`;
  const reader = fork(path.join(import.meta.dirname, 'mail-files/read-grid.ts'), [grid, member]);
  const enter = (name: string) => {
    phase = name;
    reader.send(values.alone && name !== 'quiet' ? 'pause' : name);
  };
  const sampling = (async () => {
    while (!over.signal.aborted) {
      (curve[phase] ??= []).push(memory(family(server.pid)));
      await sleep(SAMPLE_MS);
    }
  })();
  const seconds: Record<string, number> = {};
  const processor: Record<string, number> = {};
  const during = async (name: string, work: () => Promise<unknown>) => {
    await sleep(QUIET_MS);
    const begun = performance.now();
    const used = processorTime(family(server.pid));
    enter(name);
    await work();
    processor[name] = processorTime(family(server.pid)) - used;
    seconds[name] = (performance.now() - begun) / 1_000;
    enter('quiet');
  };

  const { file: begun } = await call<{ file: MailFile }>(owner, 'POST', '/api/mail-files', {
    name: 'mail.mbox',
    size,
  });
  const ofFile = `/api/mail-files/${begun.id}`;
  const untilState = async (wanted: MailFile['state']): Promise<MailFile> => {
    for (;;) {
      const { files } = await call<{ files: MailFile[] }>(owner, 'GET', '/api/mail-files');
      const found = files.find(({ id }) => id === begun.id);
      if (found?.state === wanted) return found;
      if (found?.state === 'failed') throw new Error(found.message);
      await sleep(200);
    }
  };
  // By its handle: a blob of a file ends after 4 GiB.
  await using content = await open(file);
  const part = Buffer.alloc(limits.filePartBytes);
  const put = async (at: number) => {
    const { bytesRead } = await content.read(part, 0, part.length, at);
    const { file: stored } = await call<{ file: MailFile }>(
      owner,
      'PUT',
      `${ofFile}/content?offset=${at}`,
      new Blob([part.subarray(0, bytesRead)]),
    );
    if (bytesRead === 0 || stored.received !== at + bytesRead)
      throw new Error(`${stored.received} bytes received after the part at ${at}`);
  };
  const last = Math.floor((size - 1) / limits.filePartBytes) * limits.filePartBytes;
  await during('upload', async () => {
    for (let at = 0; at < last; at += limits.filePartBytes) await put(at);
  });
  // With its last part, the server begins to check the file.
  await during('check', async () => {
    await put(last);
    await untilState('ready');
  });
  await during('import', async () => {
    await call(owner, 'POST', `${ofFile}/import`);
    const { found, imported, unreadable } = await untilState('finished');
    console.log(`${found} mails found, ${imported} imported, ${unreadable} not readable`);
  });
  await sleep(QUIET_MS);
  over.abort();
  await sampling;
  if (!reader.connected) throw new Error('The process that reads the grid has ended.');
  reader.send('end');
  const [times] = (await once(reader, 'message')) as [Record<string, number[]>];
  reader.disconnect();

  const quiet = percentile(times['quiet'] ?? [], 95);
  const megabytes = size / 2 ** 20;
  console.log(
    `${(megabytes / 1_024).toFixed(2)} GB, ${mails} mails; grid alone: p95 ${quiet.toFixed(1)} ms`,
  );
  console.log(
    '| Step | Seconds | Processor, s | MB/s | Mails/s | Grid, p95 | of it alone | Memory, MiB: quarters of the step |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [name, taken] of Object.entries(seconds)) {
    const p95 = percentile(times[name] ?? [], 95);
    const samples = curve[name] ?? [];
    const quarters = [0, 1, 2, 3].map((quarter) => {
      const part = samples.slice(
        (quarter * samples.length) / 4,
        ((quarter + 1) * samples.length) / 4,
      );
      return Math.round(percentile(part, 50));
    });
    const cells = [
      name,
      taken.toFixed(0),
      (processor[name] ?? 0).toFixed(1),
      (megabytes / taken).toFixed(0),
      name === 'upload' ? '' : Math.round(mails / taken),
      `${p95.toFixed(1)} ms`,
      `${(p95 / quiet).toFixed(2)} times`,
      `${quarters.join(', ')}; highest ${Math.round(Math.max(0, ...samples))}`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Emails with an attachment each, of one size, over six years. */
async function writeMbox(file: string): Promise<void> {
  const stream = createWriteStream(file);
  const line = `${Buffer.from('attached bytes of some document, again and again, ').toString('base64')}\n`;
  const attachment = line.repeat(Math.max(1, Math.floor((mailBytes - 700) / line.length)));
  for (let index = 0; index < mails; index += 1) {
    const date = new Date(FIRST + index * 1_500_000).toUTCString();
    const domain = index % SHARE === 0 ? 'acme.example' : `other${index % 500}.example`;
    const mail = [
      `From - ${date.slice(0, 3)} ${date.slice(8, 11)} ${date.slice(5, 7)} ${date.slice(17, 25)} ${date.slice(12, 16)}`,
      `From: Person ${index % 90} <person${index % 90}@${domain}>`,
      'To: Ann <ann@home.example>',
      `Subject: Matter ${index}`,
      `Date: ${date}`,
      `Message-ID: <${index}@${domain}>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=part',
      '',
      '--part',
      'Content-Type: text/plain',
      '',
      `What we said about matter ${index}.`,
      '--part',
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      `${attachment}--part--`,
      '',
      '',
    ].join('\n');
    if (!stream.write(mail)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}
