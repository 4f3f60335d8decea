import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { control } from './testing/control.ts';
import { sampleMail } from './testing/sample-mail.ts';
import { temporaryFolder } from './testing/start-test-sandbox.ts';

const ann = 'ann@example.org';

interface Ready {
  url: string;
  pid: number;
  people: { address: string; messages: number; firefliesKey: string }[];
}

function run(...args: string[]): ChildProcess {
  const main = path.join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) {
    throw new Error('The process has no output.');
  }
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return line;
}

it('killed, goes on with what it had answered', { timeout: 20_000 }, async () => {
  const options = ['--data', await temporaryFolder(), '--mailbox', ann, '--json'];
  const first = run(...options);
  const ready = JSON.parse(await firstLine(first)) as Ready;
  expect(ready.people).toMatchObject([{ address: ann, messages: 0 }]);
  await fetch(`${ready.url}/sandbox/gmail/${ann}/messages`, { method: 'POST', body: sampleMail() });
  await control(ready.url, 'POST', `google-calendar/${ann}/events`, {
    start: { date: '2026-03-10' },
    end: { date: '2026-03-11' },
  });
  process.kill(ready.pid, 'SIGKILL');
  await once(first, 'exit');

  const second = run(...options);
  const again = JSON.parse(await firstLine(second)) as Ready;
  expect(again.people).toMatchObject([
    { messages: 1, firefliesKey: ready.people[0]?.firefliesKey },
  ]);
  expect(await control(again.url, 'GET', `google-calendar/${ann}/events`)).toMatchObject({
    events: [{ start: { date: '2026-03-10' } }],
  });
  second.kill('SIGTERM');
  expect(await once(second, 'exit')).toEqual([0, null]);
});

/** Runs the program until it fails; returns its exit code and output. */
async function runToFailure(...args: string[]) {
  const child = run(...args);
  let text = '';
  child.stderr?.on('data', (chunk) => (text += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

it('says what is wrong with its options', { timeout: 20_000 }, async () => {
  const { code, text } = await runToFailure('--mailbox', ann);
  expect(code).toBe(2);
  expect(text).toMatch(/^--data is missing\.\n\nUsage: /);
});

it.each([
  ['a file', import.meta.filename],
  ['a folder where none can be made, however long one tries', '/proc/nowhere/at/all'],
])('says in one sentence that the data folder is %s', { timeout: 20_000 }, async (_, folder) => {
  const { code, text } = await runToFailure('--data', folder);
  expect(code).toBe(1);
  expect(text).toMatch(/^The sandbox cannot use the data folder .+\n$/);
  expect(text).toContain(folder);
});

it('reads people with their emails and calendars', () => {
  const line = ['--data', 'd', '--mailbox', 'Ann@Example.org=a=b.mbox.gz', '--mailbox', 'bob@x.y'];
  const calendars = ['--calendar', `${ann}=1.ics`, '--calendar', `${ann}=2.ics`];
  expect(readCommandLine([...line, ...calendars, '--shift-days=-3'])).toMatchObject({
    port: 0,
    dataDir: 'd',
    shiftDays: -3,
    mailboxes: [
      { address: ann, file: 'a=b.mbox.gz', calendarFiles: ['1.ics', '2.ics'] },
      { address: 'bob@x.y', calendarFiles: [] },
    ],
  });
  for (const wrong of [
    ['--port', 'many'],
    ['--mailbox', 'ann=file'],
    ['--calendar', 'carl@x.y=1.ics'],
    ['--calendar', ann],
    ['--colour', 'red'],
  ]) {
    expect(() => readCommandLine([...line, ...wrong])).toThrow(/--/);
  }
});
