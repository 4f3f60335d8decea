import { readFileSync, statSync } from 'node:fs';

type Environment = Record<string, string | undefined>;

/** More than any secret; a log or an image named by mistake is not read into memory. */
const MAX_BYTES = 64 * 1024;

/** The secrets that an environment gives by the path of a file, as `NAME_FILE`. */
export const secretFilesOf = (
  environment: Environment,
  names: readonly string[],
): { name: string; file: string }[] =>
  names.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    return file ? [{ name, file }] : [];
  });

/**
 * Reads secrets from the files that `NAME_FILE` names, without the line break at the end of a file.
 *
 * @param names the settings that may be in a file.
 * @returns the environment with the secrets in it.
 * @throws Error naming the setting and the problem with its file.
 */
export function readSecretFiles(environment: Environment, names: readonly string[]): Environment {
  const read = secretFilesOf(environment, names).map(({ name, file }) => {
    if (environment[name])
      throw new Error(`${name} and ${name}_FILE are both set. Set one of them.`);
    return [name, readSecretFile(`${name}_FILE`, file)] as const;
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function readSecretFile(setting: string, file: string): string {
  const bad = (reason: string, cause?: unknown) =>
    new Error(`${setting} is ${file}, which ${reason}.`, { cause });
  let content: Buffer;
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw bad(stats.isDirectory() ? 'is a folder' : 'is not a file');
    if (stats.size > MAX_BYTES) throw bad(`is larger than ${MAX_BYTES / 1024} KiB`);
    content = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw bad(
      { ENOENT: 'does not exist', EACCES: 'this user may not read' }[code] ??
        `cannot be read (${code})`,
      error,
    );
  }
  const text = decode(content);
  if (text === undefined) throw bad('is not text in UTF-8');
  const secret = text.replace(/^\uFEFF/, '').replace(/(?:\r?\n)+$/, '');
  if (secret === '') throw bad('is empty');
  return secret;
}

function decode(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}
