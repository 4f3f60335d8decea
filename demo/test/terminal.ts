import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** Whether this machine has the program that makes a terminal: `script` of util-linux. */
export const hasTerminals =
  process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

export interface Terminal {
  /** The output so far. */
  shown: () => string;
  /** Resolves when the text was shown; rejects when the program ended before. */
  shows: (text: string) => Promise<void>;
  /** Types what Ctrl-C types: the terminal sends SIGINT to every process of the foreground. */
  pressCtrlC: () => void;
  /** Sends a signal to every process of the foreground. */
  signalAll: (signal: NodeJS.Signals) => void;
  /** Ends the terminal itself, as closing its window does: SIGHUP, and nowhere to write to. */
  close: () => void;
  /** The exit code; 128 and the signal's number when a signal ended the program. */
  exited: Promise<number>;
}

/** Runs a command line in a terminal of its own, as a user does. */
export function runInTerminal(
  command: string,
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Terminal {
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    for (const check of waiting) check();
  });
  // Keys that come too late have no reader.
  child.stdin.on('error', () => {});
  const exited = once(child, 'close').then(([code]) => code ?? -1);
  const shows = (wanted: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => void (text.includes(wanted) && (waiting.delete(check), resolve()));
      waiting.add(check);
      check();
      void exited.then((code) =>
        reject(new Error(`It ended with ${code} and never showed "${wanted}":\n${text}`)),
      );
    });
  return {
    shown: () => text,
    shows,
    pressCtrlC: () => void child.stdin.write('\u0003'),
    signalAll: (signal) => process.kill(-firstChild(child.pid ?? 0), signal),
    close: () => void child.kill('SIGKILL'),
    exited,
  };
}

/** The process that leads the terminal's session, and so the group in its foreground. */
function firstChild(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

/** The processes that have the folder in their command line or their environment. */
export function processesWith(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const [command, environment] = ['cmdline', 'environ'].map((file) =>
          readFileSync(`/proc/${pid}/${file}`, 'utf8'),
        );
        const found = command?.includes(folder) || environment?.includes(folder);
        return found ? [`${pid} ${command?.replaceAll('\0', ' ').trim()}`] : [];
      } catch {
        return []; // It has ended, or belongs to another user.
      }
    });
}
