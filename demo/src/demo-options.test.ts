import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDemoOptions, UsageError } from './demo-options.ts';

const file = fileURLToPath(import.meta.url);

describe('readDemoOptions', () => {
  it('starts on port 3000 and ./data by default', () => {
    expect(readDemoOptions([])).toMatchObject({
      port: 3000,
      dataDir: `${process.cwd()}/data`,
      mailboxes: [],
      shiftDays: undefined,
      quota: true,
      json: false,
    });
  });

  it('takes any number of mailboxes, their addresses lower-cased', () => {
    const args = ['--mailbox', `Jo@Example.org=${file}`, '--mailbox', `b@example.org=${file}`];
    expect(readDemoOptions([...args, '--shift-days=-3'])).toMatchObject({
      mailboxes: [
        { address: 'jo@example.org', file },
        { address: 'b@example.org', file },
      ],
      shiftDays: -3,
      quota: false,
    });
    expect(readDemoOptions([...args, '--quota', 'on'])).toMatchObject({ quota: true });
    expect(readDemoOptions(['--quota', 'off'])).toMatchObject({ quota: false });
  });

  it.each([
    ['--port', 'http'],
    ['--port', '70000'],
    ['--mailbox', 'jo@example.org'],
    ['--mailbox', `jo=${file}`],
    ['--mailbox', 'jo@example.org=/nowhere.mbox'],
    ['--mailbox', 'jo@example.org=/'],
    ['--shift-days', '1.5'],
    ['--quota', 'some'],
    ['--unknown', '1'],
  ])('refuses %s %s with a sentence', (...args) => {
    expect(() => readDemoOptions(args)).toThrow(UsageError);
  });
});
