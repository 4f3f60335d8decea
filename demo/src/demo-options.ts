import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** The options are invalid; the message says which are valid. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface MailboxFile {
  /** Whose Gmail it becomes. */
  address: string;
  /** An mbox file, plain or gzip. */
  file: string;
}

export interface DemoOptions {
  /** 0 picks a free one. */
  port: number;
  dataDir: string;
  mailboxes: MailboxFile[];
  /** Undefined for the most that leaves no email in the future. */
  shiftDays: number | undefined;
  /** Whether the stand-ins enforce Google's quotas. */
  quota: boolean;
  /** False where something else serves the web application. */
  web: boolean;
  /** Prints one line of JSON when ready, and nothing else on the standard output. */
  json: boolean;
}

export const usage = `Usage: npm run demo -- [options]

  --port N                 port of the web application (3000; 0 picks a free one)
  --data DIR               folder that keeps everything (./data)
  --mailbox ADDRESS=FILE   load an mbox file (plain or gzip) as that person's Gmail; repeatable
  --shift-days N           move all dates of the mailboxes by N days (default: as far as possible)
  --quota on|off           hold to Google's quotas per minute (on; off with --mailbox)
  --no-web                 do not build the web application: something else serves it
  --json                   print one line of JSON when ready
  --help                   show this`;

/** @throws UsageError for an option that is unknown, incomplete or names no readable file. */
export function readDemoOptions(args: string[]): DemoOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  return {
    port: wholeNumber('--port', values.port, 0, 65_535),
    dataDir: path.resolve(values.data),
    mailboxes: values.mailbox.map(mailboxFile),
    shiftDays:
      values['shift-days'] === undefined
        ? undefined
        : wholeNumber('--shift-days', values['shift-days'], -100_000, 100_000),
    quota: isQuotaOn(values.quota, values.mailbox.length > 0),
    web: values.web,
    json: values.json,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowNegative: true,
      options: {
        port: { type: 'string', default: '3000' },
        data: { type: 'string', default: './data' },
        mailbox: { type: 'string', multiple: true, default: [] },
        'shift-days': { type: 'string' },
        quota: { type: 'string' },
        web: { type: 'boolean', default: true },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${reason}\n\n${usage}`, { cause });
  }
}

/** A large mailbox takes an hour at Google's pace; the demo's own take less than a minute. */
function isQuotaOn(text: string | undefined, hasMailboxes: boolean): boolean {
  if (text === undefined) return !hasMailboxes;
  if (text !== 'on' && text !== 'off') {
    throw new UsageError(`--quota must be on or off, not "${text}".`);
  }
  return text === 'on';
}

function wholeNumber(option: string, text: string, low: number, high: number): number {
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < low || number > high) {
    throw new UsageError(`${option} must be a whole number from ${low} to ${high}, not "${text}".`);
  }
  return number;
}

function mailboxFile(text: string): MailboxFile {
  const [, address, file] = /^([^\s=@]+@[^\s=@]+)=(.+)$/.exec(text) ?? [];
  if (address === undefined || file === undefined) {
    throw new UsageError(`--mailbox must be ADDRESS=FILE, not "${text}".`);
  }
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    throw new UsageError(`The mailbox file ${file} of ${address} cannot be read.`, { cause });
  }
  if (!statSync(file).isFile()) {
    throw new UsageError(`The mailbox ${file} of ${address} is not a file.`);
  }
  return { address: address.toLowerCase(), file: path.resolve(file) };
}
