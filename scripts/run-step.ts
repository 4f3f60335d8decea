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
  for (const { name, script, args = [] } of steps) {
    const started = Date.now();
    console.log(`\n── ${name}`);
    const code = await runStep('npm', ['run', '--silent', script, '--', ...args]);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    if (code !== 0) {
      const alone = [`npm run ${script}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
      console.error(`\n${name} failed after ${seconds} s. Run it alone with: ${alone}`);
      process.exit(code);
    }
    console.log(`${name} passed in ${seconds} s`);
  }
}
