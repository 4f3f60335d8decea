import { family, processorTime } from '../process-memory.ts';

/** The mailbox that is read, and what of it. */
export interface MeasuredMailbox {
  port: number;
  /** The certificate to trust; PEM. */
  ca: string;
  mails: number;
  domains: string[];
  /** Processes of servers that are used, by their names. */
  servers: Record<string, number>;
}

/** The result of a process, which it sends to the one that started it. */
export interface Measured {
  mails: number;
  seconds: number;
  /** MiB of the process and those below it, by how many emails were done by then. */
  memory: [mails: number, mib: number][];
  /** Seconds of processor time, by what spent it. */
  processorTimes: Record<string, number>;
}

/** The argument with which a process is started. */
export const readArgument = <Argument>(): Argument => JSON.parse(process.argv[2] ?? '') as Argument;

/** The processor time of the servers so far, in seconds. */
export const serverTimes = (servers: MeasuredMailbox['servers']): Record<string, number> =>
  Object.fromEntries(
    Object.entries(servers).map(([name, pid]) => [name, processorTime(family(pid))]),
  );

/** The amounts spent between two readings. */
export const spentSince = (
  before: Record<string, number>,
  now: Record<string, number>,
): Record<string, number> =>
  Object.fromEntries(Object.entries(now).map(([name, time]) => [name, time - (before[name] ?? 0)]));

/** The processor time of this process so far, with all its threads; in seconds. */
export function ownTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
