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
