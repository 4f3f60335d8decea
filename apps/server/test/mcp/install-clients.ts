import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.join(import.meta.dirname, 'clients');

/** The repository, which has the current client for its tests. */
export const repository = path.join(import.meta.dirname, '../../../..');
const { resolve } = createRequire(path.join(folder, 'package.json'));

/**
 * Installs the clients of `clients/package-lock.json`, without their install scripts. They are outside of the
 * workspaces, so that they are not installed with the product.
 *
 * @throws Error where there is no network
 */
export function installClients(): void {
  if (existsSync(path.join(folder, 'node_modules'))) return;
  try {
    execFileSync(
      'npm',
      ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  } catch (error) {
    throw new Error('The clients of the proof could not be installed. It needs the network once.', {
      cause: error,
    });
  }
}

/** Imports a module of an installed client. */
export const importClient = async <Exports>(name: string): Promise<Exports> =>
  (await import(pathToFileURL(resolve(name)).href)) as Exports;

/** The file of a command of an installed package. */
export const commandOf = (name: string, command: string): string => {
  const { bin } = readPackage(name);
  return path.join(folder, 'node_modules', name, bin?.[command] ?? '');
};

/** The version of an installed package, or of one that the repository itself has. */
export const versionOf = (name: string, at = folder): string => readPackage(name, at).version;

const readPackage = (name: string, at = folder) =>
  JSON.parse(readFileSync(path.join(at, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string;
    bin?: Record<string, string>;
  };
