import { test as base, type Page } from '@playwright/test';
import { daysAgo, maya } from './specification-data.ts';
import { serveWebPage, type WebPage } from './serve-web-page.ts';
import {
  type SpecificationServer,
  startSpecificationServer,
} from './start-specification-server.ts';

/** The web application, and the stand-in server that it calls. */
export interface Site {
  server: SpecificationServer;
  web: WebPage;
}

/** A state of a screen: how to get there, and the texts that it shows. */
export interface State {
  name: string;
  /** The address to open. */
  at: string;
  /** No user is signed in. */
  signedOut?: true;
  /** The browser's storage beside the session: an own active workspace, or none with null. */
  activeWorkspace?: object | null;
  /** The window is 375 px wide. */
  onPhone?: true;
  /** The server's outcomes that differ from the default. */
  given?: (server: SpecificationServer) => void;
  /** The user's actions there. */
  act?: (page: Page, site: Site) => Promise<void>;
  /** Texts of the specification, anywhere on the page; `title: …` for the tab's title. */
  see: readonly string[];
  /** Texts that are there only for a moment. */
  passing?: readonly string[];
  /** Texts that must not be there. */
  never?: readonly string[];
  /** The path that it leads to. */
  leadsTo?: string;
}

export const walk = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const server = await startSpecificationServer();
      const web = await serveWebPage(server.url);
      await use({ server, web });
      web.close();
      server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.web.url),
});

/** Timeout for a text, a path or anything else that appears soon; milliseconds. */
const SOON_MS = 10_000;

/** Words of the browser or of JavaScript, which no user is ever shown. */
const DEVELOPER_TEXT =
  /\b(?:Type|Syntax|Range|Reference|Network|Abort|Timeout)Error\b|Cannot read prop|is not a function|\[object |Unexpected token|Load failed|Failed to fetch(?! [a-z])|dynamically imported|\bundefined\b|\bNaN\b|Invalid Date|Infinity|<!doctype|<html/;

const WINDOW = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 667 };

/**
 * Walks through states one after the other; says of every one what is wrong with it.
 *
 * @param within how long each text is waited for; milliseconds.
 */
export async function walkThrough(
  page: Page,
  site: Site,
  states: readonly State[],
  within = SOON_MS,
): Promise<string[]> {
  const problems: string[] = [];
  let entered = '';
  page.on('pageerror', (error) => problems.push(`${entered}: throws ${String(error)}`));
  page.setDefaultTimeout(8_000);
  await page.addInitScript(recordTexts);
  for (const state of states) {
    entered = state.name;
    await page.setViewportSize(state.onPhone ? PHONE : WINDOW);
    for (const problem of await enter(page, site, state, within)) {
      problems.push(`${state.name}: ${problem}`);
    }
  }
  return problems;
}

async function enter(page: Page, site: Site, state: State, within: number): Promise<string[]> {
  const { server } = site;
  const { at, signedOut, given, act, see, passing = [], never = [], leadsTo } = state;
  const problems: string[] = [];
  await begin(page, site);
  given?.(server);
  await openAt(page, site, at, { signedIn: signedOut !== true, ...state });
  try {
    await act?.(page, site);
  } catch (error) {
    problems.push(`could not be brought about: ${String(error).slice(0, 600)}`);
  }
  for (const text of see) {
    if (!(await isSeen(page, text, within))) problems.push(`does not say '${text}'`);
  }
  for (const text of passing) {
    if (!(await soon(async () => (await passedBy(page)).includes(text), within))) {
      problems.push(`does not say '${text}' in between`);
    }
  }
  const texts = await textsOf(page);
  for (const text of never) if (texts.includes(text)) problems.push(`says '${text}'`);
  const [developerText] = DEVELOPER_TEXT.exec(texts) ?? [];
  if (developerText !== undefined) problems.push(`says '${developerText}' to a person`);
  if (leadsTo !== undefined && !(await soon(() => pathOf(page) === leadsTo, within))) {
    problems.push(`leads to ${pathOf(page)} and not to ${leadsTo}`);
  }
  problems.push(...(await deadLinks(page)), ...server.violations);
  return problems;
}

const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Ends pending requests of the previous page, and resets the server. */
export async function begin(page: Page, { server }: Site): Promise<void> {
  // A page that leaves by itself at this moment interrupts the first navigation.
  await page.goto('about:blank').catch(() => page.goto('about:blank'));
  server.reset();
}

interface StoredState extends Pick<State, 'activeWorkspace'> {
  signedIn?: boolean;
}

/** The active workspace as the browser remembers it. */
export const remembered = {
  id: 'workspace-1',
  slug: 'sales',
  organizationSlug: 'northwind',
  timestamp: Date.parse(daysAgo(1)),
};

/** Opens a page in a browser that has only the session, if there is one. */
export async function openAt(
  page: Page,
  { web }: Site,
  at: string,
  { signedIn = true, activeWorkspace = remembered }: StoredState = {},
) {
  const session = { auth_token: 'token', auth_user: JSON.stringify(maya) };
  const workspace = activeWorkspace && { active_workspace: JSON.stringify(activeWorkspace) };
  const stored: Record<string, string> = signedIn ? { ...session, ...workspace } : {};
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: web.url, localStorage }],
  });
  await page.goto(at);
}

export async function isSeen(page: Page, text: string, within = SOON_MS): Promise<boolean> {
  return soon(async () => (await textsOf(page)).includes(text), within);
}

/** Whether something comes true in time. */
export async function soon(
  check: () => boolean | Promise<boolean>,
  within = SOON_MS,
): Promise<boolean> {
  const end = Date.now() + within;
  for (;;) {
    if (await check()) return true;
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Everything that the page says, to the eye or to a screen reader. */
export async function textsOf(page: Page): Promise<string> {
  try {
    return await page.evaluate(() => {
      const said = ['placeholder', 'aria-label', 'title', 'alt'].flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name) ?? ''),
      );
      const values = [...document.querySelectorAll('input')].map(({ value }) => value);
      const text = document.body.textContent ?? '';
      return [`title: ${document.title}`, document.body.innerText, text, ...said, ...values]
        .join('\n')
        .replaceAll(/[ \u00a0]+/g, ' ');
    });
  } catch {
    // The page is just being left for another one.
    return '';
  }
}

declare global {
  /** Everything that was written into the page since it was opened. */
  var saidSoFar: string | undefined;
}

function recordTexts(): void {
  globalThis.saidSoFar = '';
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) globalThis.saidSoFar += `${node.textContent}\n`;
    }
  }).observe(document, { childList: true, subtree: true });
}

const passedBy = (page: Page): Promise<string> =>
  page.evaluate(() => globalThis.saidSoFar ?? '').catch(() => '');

/** The routes of the specification (section 2 of each part). */
const routes = [
  /^\/(login|sign-in|logout|request-password-reset|reset-password)?$/,
  /^\/(import-preferences|import-preferences\/import|integrations|oauth\/success)$/,
  /^\/admin(\/(users|users\/[\w-]+\/edit|organizations|workspaces|reset-user-data))?$/,
  /^\/[\w-]+\/[\w-]+\/accounts(\/[\w-]+)?$/,
];

/** Links that lead nowhere. */
async function deadLinks(page: Page): Promise<string[]> {
  const links = await page
    .evaluate(() => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')))
    .catch(() => []);
  return links.flatMap((href) => {
    if (href === null || href === '') return ['a link without an address'];
    if (/\b(undefined|null|NaN)\b/.test(href)) return [`a link to ${href}`];
    if (href.startsWith('#') || /^(https?|mailto):/.test(href)) return [];
    const { pathname } = new URL(href, page.url());
    return routes.some((route) => route.test(pathname)) ? [] : [`a link to ${href}`];
  });
}
