import { parseArgs } from 'node:util';
import type { PersonSource } from './load-people.ts';

/** The arguments are invalid; the message says what is expected. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface CommandLine {
  port: number;
  dataDir: string;
  mailboxes: PersonSource[];
  shiftDays: number | undefined;
  clientId: string;
  clientSecret: string;
  /** Whether Google's quotas are enforced. */
  quota: boolean;
  json: boolean;
}

export const usage = `Usage: node packages/sandbox/src/main.ts --data DIR [options]

  --data DIR                folder that keeps everything
  --port N                  port (0, a free one)
  --mailbox ADDRESS[=FILE]  a sample person, with the mails of an mbox file (plain or gzip); repeatable
  --calendar ADDRESS=FILE   an iCalendar file for that person's calendar; repeatable
  --shift-days N            move all dates of the files by N days (default: as far as possible)
  --client-id ID            of the application that signs people in (sandbox)
  --client-secret SECRET    its secret (sandbox)
  --quota on|off            hold to Google's quotas per minute and person (off)
  --json                    print one line of JSON when ready`;

/** @throws UsageError for an option that is unknown or incomplete. */
export function readCommandLine(args: string[]): CommandLine {
  const values = parse(args);
  if (values.data === undefined) {
    throw new UsageError(`--data is missing.\n\n${usage}`);
  }
  return {
    port: wholeNumber('--port', values.port),
    dataDir: values.data,
    mailboxes: readPeople(values.mailbox, values.calendar),
    shiftDays:
      values['shift-days'] === undefined
        ? undefined
        : wholeNumber('--shift-days', values['shift-days']),
    clientId: values['client-id'],
    clientSecret: values['client-secret'],
    quota: onOrOff('--quota', values.quota),
    json: values.json,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        data: { type: 'string' },
        port: { type: 'string', default: '0' },
        mailbox: { type: 'string', multiple: true, default: [] },
        calendar: { type: 'string', multiple: true, default: [] },
        'shift-days': { type: 'string' },
        'client-id': { type: 'string', default: 'sandbox' },
        'client-secret': { type: 'string', default: 'sandbox' },
        quota: { type: 'string', default: 'off' },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${reason}\n\n${usage}`, { cause });
  }
}

function onOrOff(option: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') {
    throw new UsageError(`${option} must be on or off, not "${text}".`);
  }
  return text === 'on';
}

function wholeNumber(option: string, text: string): number {
  if (!/^-?\d{1,6}$/.test(text)) {
    throw new UsageError(`${option} must be a whole number, not "${text}".`);
  }
  return Number(text);
}

function readPeople(mailboxes: readonly string[], calendars: readonly string[]): PersonSource[] {
  const people = mailboxes.map((text) => readAddressAndFile('--mailbox', text));
  const files = calendars.map((text) => readAddressAndFile('--calendar', text));
  for (const { address, file } of files) {
    if (file === undefined || !people.some((person) => person.address === address)) {
      throw new UsageError(`--calendar ${address} needs a file and a --mailbox ${address}.`);
    }
  }
  return people.map(({ address, file }) => ({
    address,
    ...(file === undefined ? {} : { file }),
    calendarFiles: files.flatMap((calendar) =>
      calendar.address === address && calendar.file !== undefined ? [calendar.file] : [],
    ),
  }));
}

function readAddressAndFile(
  option: string,
  text: string,
): { address: string; file: string | undefined } {
  const [, address, file] = /^([^=\s@]+@[^=\s@]+)(?:=(.+))?$/.exec(text.trim()) ?? [];
  if (address === undefined) {
    throw new UsageError(`${option} must be ADDRESS=FILE, not "${text}".`);
  }
  return { address: address.toLowerCase(), file };
}
