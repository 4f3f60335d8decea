import type { Page } from '@playwright/test';
import { answerCall } from '../src/answer-call.ts';
import { AxeBuilder } from '@axe-core/playwright';
import { closedJourney as journey } from '../src/closed-world.ts';
import { expect, onlyPerson, openAs } from '../src/journey.ts';
import { openSampleAccount } from '../src/open-account.ts';
import { mail } from '../src/sample-timeline.ts';
import { watchHarm } from '../src/watch-harm.ts';

interface Shown {
  heading: string;
  problem: string;
  /** Of the frame, as a document of its own; empty where the text is plain. */
  framed: string;
}

/** Opens one activity after the other, as its links do, and tells what the panel then shows. */
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
      // Each activity is drawn anew, also one that has the title of the one before.
      const before = find('h3[dir]');
      open(id);
      await until(() => {
        const heading = find('h3[dir]');
        return (heading !== null && heading !== before) || find('[role=alert]') !== null;
      });
      const frame = find('iframe') as HTMLIFrameElement | null;
      // A frame without scripts tells nothing of itself: it gets the time that it takes.
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

journey('everything made to do harm is shown and does none', async ({ page, stage, world }) => {
  journey.setTimeout(240_000);
  const team = await stage.makeTeam();
  const person = onlyPerson(team);
  const { accountId, captured } = await stage.captureHostile({
    person,
    workspaceId: team.workspace.id,
  });
  journey.skip(captured.length === 0, '../shared/data is absent');
  // 154 mails, 60 of markup, 570 names, and the invitations that took place.
  expect(captured.length).toBeGreaterThan(750);
  expect(captured.filter(({ type }) => type === 'calendar').length).toBeGreaterThan(20);

  const harm = watchHarm(page, stage.url);
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

  // Of a series of meetings one is enough.
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
  const text = new Map<string, string>();
  let [wanted, marked] = [0, 0];
  for (const [index, { name, title, type, marks }] of opened.entries()) {
    const { heading, problem, framed } = shown[index] ?? { heading: '', problem: '', framed: '' };
    const standIn = type === 'calendar' ? 'Calendar Event' : 'Email';
    expect({ name, heading, problem }).toEqual({ name, heading: title || standIn, problem: '' });
    wanted += marks;
    marked += framed.split('<p>mark</p>').length - 1;
    text.set(name, framed || heading);
  }
  expect(text.get('stalwart/eml/legacy/009.eml')).toContain('Frösche');
  // Nearly everything is shown: hardly a string swallows what comes after it.
  expect(marked / wanted).toBeGreaterThan(0.8);
  expect(harm).toEqual([]);
  expect(world.received).toEqual([]);
});

journey(
  'images load when they are allowed, and nothing else does',
  async ({ page, stage, world }) => {
    await answerCall(page, `/api/activities/${mail.id}`, {
      activity: {
        ...mail,
        htmlBody: `<p>Look:</p><img src="https://cdn.hostile.example/picture.png">
          <img src="http://cdn.hostile.example/plain.png">
          <img src="https://t.hostile.example/open.gif" width="1" height="1">
          <div style="background: url(https://paper.hostile.example/paper.png)">Paper</div>
          <img src="cid:image001.png@01D9" alt="">`,
      },
    });
    const harm = watchHarm(page, stage.url);
    await openSampleAccount(page, stage, { search: `?activity=${mail.id}` });
    const inside = page.frameLocator('iframe[title="Message"]');
    await expect(inside.getByText('Look:')).toBeVisible();
    await expect(inside.getByText('image001.png')).toBeVisible();
    await expect(page.getByText('Images are off', { exact: false })).toBeVisible();
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

    await page.getByRole('button', { name: 'Show images' }).click();
    await expect.poll(() => world.received.join('')).toContain('cdn.hostile.example');
    await page.waitForTimeout(500);
    for (const received of world.received) {
      // Not the tracker, not what lies behind text, and neither picture in the clear.
      expect(received).toContain('cdn.hostile.example');
      expect(received).not.toMatch(/^[A-Z]+ /);
    }
    await expect(page.getByTitle('Message')).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(page.getByRole('button', { name: 'Show images' })).toHaveCount(0);
  },
);
