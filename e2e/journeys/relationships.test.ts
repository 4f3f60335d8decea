import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';

const DAY_MS = 86_400_000;

/** A team of two of whom one writes to three people of Acme, and one of these writes back. */
async function fillTeam(environment: TestEnvironment) {
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
    activities: [
      ...[1, 4, 8, 11, 15, 22, 29].map((days) => mail(days, ana.email, [lee])),
      ...[2, 9].map((days) => mail(days, lee, [ana.email])),
      ...[43, 45, 50, 55, 60, 70].map((days) => mail(days, ana.email, ['kim@acme.com'])),
      mail(20, ana.email, ['a.very.long.address.of.somebody@research.acme.com', lee]),
      mail(3, ana.email, ['newsletter@acme.com']),
    ],
  });
  const base = `/${team.organization.slug}/${team.workspace.slug}`;
  return { ana, ben, accountId, base };
}

journey(
  'who knows whom at an account leads to the mails behind it',
  async ({ page, environment }) => {
    const { ben, accountId, base } = await fillTeam(environment);
    await openAs(page, ben, `${base}/accounts/${accountId}`);
    await page.getByRole('link', { name: 'People' }).click();
    const people = page.getByRole('list', { name: 'People', exact: true });
    await expect(people.getByRole('link', { name: 'Lee Chen', exact: true })).toBeVisible();
    await expect(people).toContainText('No contact for 6 weeks; before, 6 days in 12 weeks');
    await expect(people).not.toContainText('newsletter');
    await expectAccessible(page, 'people of an account');

    await page.getByRole('tab', { name: 'Network' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page, 'network of an account');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as SVG' }).click();
    expect((await download).suggestedFilename()).toBe('Acme network.svg');

    await page.getByRole('link', { name: /and Lee Chen: / }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Activities with / })).toBeVisible();
    await expectAccessible(page, 'a person');
    await page.getByRole('link', { name: /Pricing, 1 days ago/ }).click();
    await expect(page).toHaveURL(new RegExp(`/accounts/${accountId}\\?activity=`));
  },
);

journey('the people of an account fit a phone', async ({ page, environment }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { ben, accountId, base } = await fillTeam(environment);
  for (const view of ['people', 'network']) {
    await openAs(page, ben, `${base}/accounts/${accountId}/people?view=${view}`);
    await expect(page.getByRole('link', { name: 'Lee Chen', exact: true })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, `${view} of an account on a phone`);
  }
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
