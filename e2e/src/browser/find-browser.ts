import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BrowserProgram {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/** The path of another browser than the one from npm, with the fonts of the system. */
const setting = 'JOURNEYS_BROWSER';

/** Prevents the browser from contacting its vendor's hosts; journeys check every request. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * The browser from npm, with fonts of its own, so that journeys see the same on every
 * machine; another Chromium or Chrome only where the setting names it.
 *
 * @throws an error with one sentence for a setting that names no file, and for a machine that the
 *   browser from npm was not built for.
 */
export async function findBrowser(environment = process.env): Promise<BrowserProgram> {
  const env = Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const chosen = env[setting];
  if (chosen) {
    if (existsSync(chosen)) return { executablePath: chosen, args: quiet, env };
    throw new Error(`${setting} is "${chosen}", and there is no such file.`);
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `npm brings a browser for Linux on x64 only: install Chromium or Chrome, and set ${setting} to its path.`,
    );
  }
  const folder = await unpackBrowser();
  return {
    executablePath: path.join(folder, 'chromium'),
    args: quiet,
    env: {
      ...env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)),
      XDG_CACHE_HOME: folder,
    },
  };
}

/** The program, the libraries that a bare system lacks, and drawing without a graphics card. */
const archives = ['chromium.br', 'al2023.tar.br', 'swiftshader.tar.br'];

/**
 * Unpacks once for each user and version, into the folder for temporary files: what another user
 * unpacked cannot be run, and is not to be. The folder appears complete or not at all, also when
 * several processes unpack at once or one is interrupted.
 */
async function unpackBrowser(): Promise<string> {
  const build = path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
  const home = path.join(build, '..');
  const manifest = await readFile(path.join(home, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const own = path.join(tmpdir(), `journeys-browser-${userInfo().uid}`);
  const folder = path.join(own, version);
  if (existsSync(folder)) return folder;

  await mkdir(own, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(`${folder}-`);
  try {
    await inflateAll(path.join(home, 'bin'), draft);
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The package only unpacks into what the system says is the folder for temporary files. */
async function inflateAll(from: string, to: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = to;
  try {
    await Promise.all(archives.map((archive) => inflate(path.join(from, archive))));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
