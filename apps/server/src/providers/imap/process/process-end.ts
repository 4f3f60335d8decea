import type { ChildProcess } from 'node:child_process';
import { ProviderError } from '#modules/integrations/provider-error.ts';

/** The part of a process's error output that is kept, and the part that is logged; characters. */
const [MAX_OUTPUT, MAX_LOGGED] = [65_536, 2_048];

const outputs = new WeakMap<ChildProcess, string>();

/** Keeps the last lines that the process prints about errors. The pipe does not keep the server running. */
export function followOutput(child: ChildProcess): void {
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    outputs.set(child, `${outputs.get(child) ?? ''}${text}`.slice(-MAX_OUTPUT));
  });
  (child.stderr as { unref?: () => void } | null)?.unref?.();
}

/** The failure of the calls to a process that ended; its cause is for the log. */
export function endFailure(
  child: ChildProcess,
  code: number | null,
  signal: NodeJS.Signals | null,
): ProviderError {
  const output = outputs.get(child) ?? '';
  // The native stack, which follows V8's message, is longer than the part that is logged.
  const fatal = output.lastIndexOf('FATAL ERROR');
  const from = fatal === -1 ? -MAX_LOGGED : fatal;
  const said = output
    .slice(from)
    .slice(0, MAX_LOGGED)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  const how = signal === null ? `exit code ${code}` : signal;
  const cause = new Error(`The process of a mailbox ended with ${how}: ${said}`);
  // Nothing but the mail server's responses fills the memory of a process.
  return output.includes('JavaScript heap out of memory')
    ? new ProviderError('temporary', 'The mail server sent more than can be read.', { cause })
    : notReadable(cause);
}

/** Calls a listener when a process no longer runs, or was never started. */
export function whenGone(child: ChildProcess, listener: () => void): void {
  const hasExited = child.exitCode !== null || child.signalCode !== null;
  if (child.pid === undefined || hasExited) listener();
  else child.once('exit', listener);
}

export const notReadable = (cause: unknown): ProviderError =>
  new ProviderError('temporary', 'The mailbox could not be read on this server.', { cause });

/** An error's type, code and place: its message may contain a password or parts of emails. */
export function crashReport(error: unknown): string {
  const { name, code, stack } = (error instanceof Error ? error : {}) as Partial<
    Error & { code: unknown }
  >;
  const frames = (stack ?? '').split('\n').filter((line) => frame.test(line));
  const type = [name, code].filter((one) => typeof one === 'string' && word.test(one));
  return [type.join(' ') || typeof error, ...frames].join('\n');
}

const word = /^\w{1,50}$/;
const frame = /^ {4}at .{0,300}(file:\/\/\/|node:|native)[^ ]*:\d+:\d+\)?$/;
