import { existsSync } from 'node:fs';

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

/** Keeps the browser from calling its maker's hosts; journeys look at every request that is made. */
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
  if (installed !== undefined) return { executablePath: installed, args: quiet };
  // Tells the package that it runs on a bare system, so that it brings its own libraries as well.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return { executablePath: await chromium.executablePath(), args: quiet };
}
