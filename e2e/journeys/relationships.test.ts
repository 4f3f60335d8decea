import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';

const DAY_MS = 86_400_000;

/** A team of two of whom one writes to three people of Acme, and one of these writes back. */
async function fillTeam(environment: TestEnvironment, { isQuiet = false } = {}) {
  const team = await environment.createTeam({ people: 2 });
  const [ana, ben] = team.people;
  if (ana === undefined || ben === undefined) throw new Error('The team needs two people.');
  const mail = (days: number, from: string, to: string[]) => ({
    occurredAt: new Date(Date.now() - days * DAY_MS - 60_000).toISOString(),
    title: `Pricing, ${days} days ago`,
    participants: [
      { name: from.startsWith('lee') ? 'Lee Chen' : 'Ana', email: from, role: 'from' as const },
      ...to.map((email) => ({ name: '', email, role: 'to' as const })),
    ],
  });
  const lee = 'lee.chen@acme.com';
  const { accountId } = await environment.fillAccount({
    person: ana,
    workspaceId: team.workspace.id,
    domain: 'acme.com',
    name: 'Acme',
    activities: (isQuiet
      ? []
      : [
          ...[1, 4, 8, 11, 15, 22, 29].map((days) => mail(days, ana.email, [lee])),
          ...[2, 9].map((days) => mail(days, lee, [ana.email])),
          mail(20, ana.email, ['a.very.long.address.of.somebody@research.acme.com', lee]),
          mail(3, ana.email, ['newsletter@acme.com']),
        ]
    ).concat([43, 45, 50, 55, 60, 70].map((days) => mail(days, ana.email, ['kim@acme.com']))),
  });
  const base = `/${team.organization.slug}/${team.workspace.slug}`;
  return { ana, ben, accountId, base };
}

journey(
  'who knows whom at an account leads to the emails behind it',
  async ({ page, environment }) => {
    const { ben, accountId, base } = await fillTeam(environment);
    await openAs(page, ben, `${base}/accounts/${accountId}`);
    await page.getByRole('main').getByRole('link', { name: 'People' }).click();
    const people = page.getByRole('list', { name: 'People', exact: true });
    await expect(people.getByRole('link', { name: 'Lee Chen', exact: true })).toBeVisible();
    await expect(people).toContainText('No contact for 6 weeks; before, 6 days in 12 weeks');
    await expect(people).not.toContainText('newsletter');
    await expectAccessible(page, 'people of an account');
    const request = people.getByRole('link', { name: /^Ask for an Introduction to Lee Chen/ });
    expect(await request.getAttribute('href')).toMatch(/^mailto:[^?]+@[^?]+\?subject=Introduction/);

    await page.getByRole('tab', { name: 'Network' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page, 'network of an account');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as SVG' }).click();
    expect((await download).suggestedFilename()).toBe('Acme network.svg');

    // The lines are one tab stop, in the order of the table: the strongest tie is the first.
    await page.getByRole('link', { name: /and Lee Chen: strong, / }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Activities with / })).toBeVisible();
    await expectAccessible(page, 'a person');
    await page.getByRole('link', { name: /Pricing, 1 days ago/ }).click();
    await expect(page).toHaveURL(new RegExp(`/accounts/${accountId}\\?activity=`));
  },
);

journey(
  'what a member decides about people counts for all, says who did, and can be undone',
  async ({ page, environment }) => {
    const { ana, ben, accountId, base } = await fillTeam(environment);
    await openAs(page, ben, `${base}/accounts/${accountId}/people`);
    const people = page.getByRole('list', { name: 'People', exact: true });
    const choose = async (person: string, item: string) => {
      await people.getByRole('button', { name: `Actions for ${person}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('kim@acme.com', 'Hide');
    await expect(people).not.toContainText('kim@acme.com');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(people).toContainText('kim@acme.com');

    const far = 'a.very.long.address.of.somebody@research.acme.com';
    await choose('Lee Chen', 'Merge with Another Person...');
    await page.getByRole('combobox').fill('very.long');
    await expectAccessible(page, 'finding the person to merge');
    await page.getByRole('option', { name: far }).click();
    await expect(people.getByRole('listitem').filter({ hasText: 'Lee Chen' })).toContainText(far);

    await page.getByRole('tab', { name: 'Going quiet' }).click();
    const quiet = page.getByRole('list', { name: 'People going quiet' });
    await quiet.getByRole('button', { name: 'Dismiss that kim@acme.com is going quiet' }).click();
    await page.getByRole('menuitem', { name: 'For 1 month' }).click();
    await expect(page.getByText('Nobody is going quiet')).toBeVisible();
    await expectAccessible(page, 'nobody is going quiet');

    // Another member sees it, with who decided, and takes it back.
    await openAs(page, ana, `${base}/accounts/${accountId}/people`);
    const row = people.getByRole('listitem').filter({ hasText: 'kim@acme.com' });
    await expect(row).toContainText(`dismissed by ${ben.name}`);
    await row.getByRole('button', { name: 'Show Again' }).click();
    await expect(row).toContainText('No contact for 6 weeks; before, 6 days in 12 weeks');
    await people.getByRole('link', { name: 'Lee Chen', exact: true }).click();
    await expect(page.getByText(`${far} was merged by ${ben.name}`)).toBeVisible();
    await page.getByRole('button', { name: `Separate ${far} from Lee Chen` }).click();
    const done = `${far} is a separate person again`;
    await expect(page.getByText(done, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Separate / })).toHaveCount(0);
  },
);

journey(
  'an account that goes quiet is named in the grid until a member dismisses it',
  async ({ page, environment }) => {
    const { ben, base } = await fillTeam(environment, { isQuiet: true });
    await openAs(page, ben, `${base}/accounts?going_quiet=true`);
    await page.getByRole('rowheader').getByRole('link', { name: 'Acme' }).click();
    const panel = page.getByRole('complementary', { name: 'Account Information' });
    await expect(panel).toContainText('No contact for 6 weeks; before, 6 days in 12 weeks');
    await expectAccessible(page, 'account page with its relationship');
    await panel.getByRole('button', { name: 'Dismiss that Acme is going quiet' }).click();
    await page.getByRole('menuitem', { name: 'For 3 months' }).click();
    await expect(panel).toContainText(`dismissed by ${ben.name}`);
    await openAs(page, ben, `${base}/accounts?going_quiet=true`);
    await expect(page.getByRole('rowheader')).toHaveCount(0);
  },
);

journey('the people of an account fit a phone', async ({ page, environment }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { ben, accountId, base } = await fillTeam(environment);
  for (const view of ['people', 'quiet', 'network']) {
    await openAs(page, ben, `${base}/accounts/${accountId}/people?view=${view}`);
    const shown = view === 'quiet' ? 'kim@acme.com' : 'Lee Chen';
    await expect(page.getByRole('link', { name: shown, exact: true }).first()).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, `${view} of an account on a phone`);
  }
  await openAs(page, ben, `${base}/going-quiet`);
  const quiet = page.getByRole('list', { name: 'People Going Quiet' });
  await expect(quiet.getByRole('link', { name: 'kim@acme.com', exact: true })).toBeVisible();
  await expect(quiet.getByRole('link', { name: 'Acme', exact: true })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'people going quiet on a phone');
});

journey('the grid shows, sorts by and filters by strength', async ({ page, environment }) => {
  const { ben, base } = await fillTeam(environment);
  const columns = 'columns=name,strength,lastContactByUs,lastContactByThem,nextMeeting,daysInTouch';
  await openAs(page, ben, `${base}/accounts?${columns}&sort=-strength&strength=strong`);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByRole('gridcell', { name: 'Strong' })).toBeVisible();
  await expect(page.getByText('Strength: Strong')).toBeVisible();
  await expectAccessible(page, 'grid with relationships');
});
