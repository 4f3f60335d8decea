import { spawn } from 'node:child_process';

/**
 * Runs one command with the terminal's own output and waits for it.
 *
 * @returns the exit code; 1 when the command was ended by a signal or could not be started.
 */
export function runStep(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(`Could not start "${command}": ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A step of a check: one of the scripts of package.json, and what is passed to it. */
export interface Step {
  /** The name in the output. */
  name: string;
  script: string;
  args?: readonly string[];
}

/** Runs the steps one after the other, each with the seconds it took; ends at the first failure. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const started = Date.now();
    const code = await runStep('npm', npmArguments(step));
    endStep(step, code, started);
  }
}

/**
 * Runs steps that each use one processor, `concurrency` at a time. The output of a step is printed
 * when it has ended; ends at the first failure.
 */
export async function runStepsConcurrently(
  steps: readonly Step[],
  concurrency: number,
): Promise<void> {
  const waiting = [...steps];
  const running = new Set<ReturnType<typeof spawn>>();
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const started = Date.now();
      const child = spawn('npm', npmArguments(step), { stdio: ['ignore', 'pipe', 'pipe'] });
      running.add(child);
      const output: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => output.push(chunk));
      }
      const code = await new Promise<number>((resolve) => {
        child.on('error', (error) => {
          output.push(Buffer.from(`Could not start npm: ${error.message}\n`));
          resolve(1);
        });
        child.on('close', (exitCode) => resolve(exitCode ?? 1));
      });
      running.delete(child);
      console.log(`\n── ${step.name}`);
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) for (const other of running) other.kill();
      endStep(step, code, started);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}

const npmArguments = ({ script, args = [] }: Step): string[] => [
  'run',
  '--silent',
  script,
  '--',
  ...args,
];

/** Prints how a step ended; after a failure, ends the process. */
function endStep({ name, script, args = [] }: Step, code: number, started: number): void {
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code !== 0) {
    const alone = [`npm run ${script}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
    console.error(`\n${name} failed after ${seconds} s. Run it alone with: ${alone}`);
    process.exit(code);
  }
  console.log(`${name} passed in ${seconds} s`);
}
