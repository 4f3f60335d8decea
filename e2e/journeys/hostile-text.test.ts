import type { Page } from '@playwright/test';
import { isVisible } from '../../packages/contract/src/name.ts';
import { withoutDirectionControls } from '../../packages/domain/src/text/direction-controls.ts';
import { stubResponse } from '../src/network/stub-response.ts';
import { AxeBuilder } from '@axe-core/playwright';
import { isolatedJourney as journey } from '../src/browser/isolated-browser.ts';
import { expect, onlyPerson, openAs } from '../src/journey.ts';
import { openSampleAccount } from '../src/sample/open-sample-account.ts';
import { mail } from '../src/sample/sample-timeline.ts';

interface Shown {
  heading: string;
  problem: string;
  /** The text of the frame, which is a separate document; empty if the text is plain. */
  framed: string;
}

/** Emails of many charsets, in the body or in a part of it, and words that each contains. */
const readable: [name: string, words: string, shownBy?: 'frame'][] = [
  ['cpython/msg_10.txt', '¡This is a Quoted Printable encoded message!', 'frame'],
  // ISO-8859-1, as HTML and as text; UTF-7; Windows-1252; UTF-8.
  ['stalwart/eml/legacy/003.eml', 'Die Hasen klagten einst über ihre mißliche Lage', 'frame'],
  ['stalwart/eml/legacy/009.eml', 'Die Hasen klagten einst über ihre mißliche Lage'],
  ['stalwart/eml/legacy/001.eml', 'Die Hasen klagten einst über ihre mißliche Lage'],
  ['stalwart/eml/legacy/012.eml', 'Die Hasen klagten einst über ihre mißliche Lage'],
  ['stalwart/eml/legacy/053.eml', 'Die Hasen klagten einst über ihre mißliche Lage'],
  ['stalwart/eml/malformed/018.eml', 'Enviado desde mi BlackBerry® de Vodafone'],
  ['stalwart/eml/malformed/021.eml', 'áóúäöüß', 'frame'],
  ['stalwart/eml/thirdparty/003.eml', "Move ♚ to ♛'s ♝"],
  // UTF-16 of either order beside EUC-JP.
  ['stalwart/eml/thirdparty/005.eml', '『世界人権宣言』'],
  ['stalwart/eml/thirdparty/010.eml', '人権の無視及'],
  ['stalwart/eml/thirdparty/019.eml', 'Search for höhö', 'frame'],
];

/** A title as the page shows it: without characters that change its direction, and empty if invisible. */
const shownTitle = (title: string) => (isVisible(title) ? withoutDirectionControls(title) : '');

/** Opens an activity without loading the page again. */
async function open(page: Page, id: string): Promise<void> {
  await page.evaluate((activity) => {
    const url = new URL(location.href);
    url.searchParams.set('activity', activity);
    history.replaceState(history.state, '', url);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, id);
}

/** Opens one activity after the other, as its links do, and returns what the panel then shows. */
async function show(page: Page, ids: readonly string[]): Promise<Shown[]> {
  return page.evaluate(async (all) => {
    const open = (id: string | undefined) => {
      const url = new URL(location.href);
      if (id === undefined) url.searchParams.delete('activity');
      else url.searchParams.set('activity', id);
      history.replaceState(history.state, '', url);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    };
    const until = async (isSo: () => boolean) => {
      const end = performance.now() + 10_000;
      while (!isSo() && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve));
    };
    const find = (what: string) => document.querySelector(`aside ${what}`);
    const shown: Shown[] = [];
    for (const id of all) {
      // Each activity is drawn again, also one that has the title of the one before.
      const before = find('h3[dir]');
      open(id);
      await until(() => {
        const heading = find('h3[dir]');
        return (heading !== null && heading !== before) || find('[role=alert]') !== null;
      });
      const frame = find('iframe') as HTMLIFrameElement | null;
      // A frame without scripts cannot report that it is rendered, so this waits a fixed time.
      if (frame !== null) await new Promise((resolve) => setTimeout(resolve, 30));
      shown.push({
        heading: find('h3[dir]')?.textContent ?? '',
        problem: find('[role=alert]')?.textContent ?? '',
        framed: frame?.srcdoc ?? '',
      });
    }
    open(undefined);
    return shown;
  }, ids);
}

journey(
  'everything made to do harm is shown and does none',
  { tag: '@long' },
  async ({ page, environment, world }) => {
    journey.setTimeout(480_000);
    const team = await environment.createTeam();
    const person = onlyPerson(team);
    const { accountId, captured } = await environment.captureHostile({
      person,
      workspaceId: team.workspace.id,
    });
    journey.skip(captured.length === 0, '../shared/data is absent');
    // 154 emails, 60 of markup, 570 names, and the invitations that took place.
    expect(captured.length).toBeGreaterThan(750);
    expect(captured.filter(({ type }) => type === 'calendar').length).toBeGreaterThan(20);

    const harm = recordHarm(page, environment.url);
    await openAs(
      page,
      person,
      `/${team.organization.slug}/${team.workspace.slug}/accounts/${accountId}?timeline_window=12W`,
    );
    const feed = page.getByRole('region', { name: 'Activities' });
    await expect(feed.getByRole('article').first()).toBeVisible();

    // Names and subjects are text, wherever the feed shows them.
    const scroller = feed.locator('> div').first();
    const foreign = await scroller.evaluate(async (element) => {
      const found = new Set<string>();
      let still = 0;
      for (let last = -1; still < 30; still = element.scrollTop === last ? still + 1 : 0) {
        last = element.scrollTop;
        element.scrollBy({ top: element.clientHeight });
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        for (const odd of element.querySelectorAll('article :is(img, script, iframe, a, style)')) {
          found.add(odd.outerHTML);
        }
      }
      return [...found];
    });
    expect(foreign).toEqual([]);
    await expect(page.getByRole('heading', { name: 'End of activities' })).toBeAttached();

    // One meeting of each series is enough.
    const series = new Set<string>();
    const opened = captured.filter(({ name, type, title }) => {
      const isSeen = name.startsWith('name ') || (type === 'calendar' && series.has(title));
      series.add(title);
      return !isSeen;
    });
    const shown = await show(
      page,
      opened.map(({ id }) => id),
    );
    let [wanted, marked] = [0, 0];
    for (const [index, { name, title, type, marks }] of opened.entries()) {
      const { heading, problem, framed } = shown[index] ?? { heading: '', problem: '', framed: '' };
      const standIn = type === 'calendar' ? 'Calendar Event' : 'Email';
      expect({ name, heading, problem }).toEqual({
        name,
        heading: shownTitle(title) || standIn,
        problem: '',
      });
      wanted += marks;
      marked += framed.split('<p>mark</p>').length - 1;
    }
    // Nearly everything is shown: hardly a string swallows what comes after it.
    expect(marked / wanted).toBeGreaterThan(0.8);

    // What the reader sees, as the browser drew it.
    const idOf = (wantedName: string) => opened.find(({ name }) => name === wantedName)?.id ?? '';
    const framed = page.frameLocator('iframe[title="Message"]').locator('body');
    const plain = page.getByRole('region', { name: 'Message', exact: true });
    for (const [name, words, shownBy] of readable) {
      await open(page, idOf(name));
      await expect(shownBy === 'frame' ? framed : plain, name).toContainText(words, {
        useInnerText: true,
      });
    }
    const ofMarkup = opened.find(({ name }) => name === 'markup 0');
    await open(page, ofMarkup?.id ?? '');
    await expect
      .poll(async () => (await framed.innerText()).match(/^mark$/gm)?.length ?? 0)
      .toBeGreaterThan((ofMarkup?.marks ?? 0) * 0.8);
    expect(harm).toEqual([]);
    expect(world.received).toEqual([]);
  },
);

journey(
  'images load when they are allowed, and nothing else does',
  async ({ page, environment, world }) => {
    await stubResponse(page, `/api/activities/${mail.id}`, {
      activity: {
        ...mail,
        htmlBody: `<p>Look:</p><img src="https://cdn.hostile.example/picture.png">
          <img src="http://cdn.hostile.example/plain.png">
          <img src="https://t.hostile.example/open.gif" width="1" height="1">
          <div style="background: url(https://paper.hostile.example/paper.png)">Paper</div>
          <img src="cid:image001.png@01D9" alt="">`,
      },
    });
    const harm = recordHarm(page, environment.url);
    await openSampleAccount(page, environment, { search: `?activity=${mail.id}` });
    const inside = page.frameLocator('iframe[title="Message"]');
    await expect(inside.getByText('Look:')).toBeVisible();
    await expect(inside.getByText('image001.png')).toBeVisible();
    await expect(page.getByText('Images are blocked', { exact: false })).toBeVisible();
    // Without its frame, which allows no scripts, not even those of the checker.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page })
        .exclude('iframe')
        .setLegacyMode(true)
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
    expect(harm).toEqual([]);
    expect(world.received).toEqual([]);

    await page.getByRole('button', { name: 'Show Images' }).click();
    await expect.poll(() => world.received.join('')).toContain('cdn.hostile.example');
    // The frame has loaded once all of its pictures have loaded or failed.
    await page.frames().at(-1)?.waitForLoadState('load');
    for (const received of world.received) {
      // Neither the tracker nor the addresses behind text, and no picture by unencrypted HTTP.
      expect(received).toContain('cdn.hostile.example');
      expect(received).not.toMatch(/^[A-Z]+ /);
    }
    await expect(page.getByTitle('Message')).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(page.getByRole('button', { name: 'Show Images' })).toHaveCount(0);
  },
);

/** Own pages, and what a browser makes by itself. */
const harmless = /^(data|blob|about|chrome-error):/;

/**
 * Records what foreign text must never cause: a dialog, a new page, an error of a script,
 * a frame that navigates to another site, a request to a host other than the product's.
 */
function recordHarm(page: Page, own: string): string[] {
  const harm: string[] = [];
  const isOwn = (url: string) => url.startsWith(`${own}/`) || harmless.test(url);
  page.context().on('request', (request) => {
    if (!isOwn(request.url())) harm.push(`request to ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    harm.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => harm.push(`new page ${popup.url()}`));
  page.on('pageerror', ({ message }) => harm.push(`error ${message}`));
  page.on('framenavigated', (frame) => {
    if (!isOwn(frame.url())) harm.push(`frame at ${frame.url()}`);
  });
  return harm;
}
