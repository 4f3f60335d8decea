import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

const SAMOA = 'Pacific/Pago_Pago';

journey(
  'an owner changes the time zone of a workspace, and its days move',
  async ({ page, environment }) => {
    const { people, workspace, organization } = await environment.createTeam({ people: 2 });
    const [owner, member] = people;
    if (owner === undefined || member === undefined) throw new Error('The team is too small.');
    const path = `/${organization.slug}/${workspace.slug}`;
    const day = addDays(businessDayOf(new Date()), -10);
    const midnight = startOfBusinessDay(day).toISOString();
    const colleague = { name: 'Pat', email: 'pat@zoned.example', role: 'from' as const };
    const { accountId } = await environment.fillAccount({
      person: owner,
      workspaceId: workspace.id,
      domain: 'zoned.example',
      name: 'Zoned',
      activities: [
        // An hour after midnight in New York, which is the evening before in Samoa.
        {
          title: 'Nightly mail',
          occurredAt: new Date(Date.parse(midnight) + 3_600_000).toISOString(),
          participants: [colleague],
        },
        {
          title: 'Trade fair',
          type: 'calendar',
          occurredAt: midnight,
          startTime: midnight,
          endTime: startOfBusinessDay(addDays(day, 1)).toISOString(),
          isAllDay: true,
          participants: [colleague, { name: '', email: owner.email, role: 'other' }],
        },
      ],
    });
    const heading = (of: string) =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: 'UTC',
        weekday: 'long',
        month: 'long',
        day: 'numeric',
      }).format(new Date(`${of}T00:00:00Z`));
    const inFeed = page.getByRole('region', { name: 'Activities', exact: true });

    await openAs(page, owner, `${path}/accounts/${accountId}`);
    await expect(inFeed.getByText('Trade fair')).toBeVisible();
    await expect(inFeed.getByText('All day', { exact: true })).toBeVisible();
    await expect(inFeed.getByRole('heading', { name: heading(day) })).toBeVisible();
    await expect(inFeed.getByRole('heading', { name: heading(addDays(day, -1)) })).toHaveCount(0);

    await page.goto(path);
    await page.getByRole('button', { name: /Switch workspace/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Workspace Settings' }).press('Enter');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await expect(zone).toHaveText(/New York/);
    await expectAccessible(page, 'workspace settings');
    await zone.press('Enter');
    await page.getByRole('option', { name: 'Pago Pago' }).press('Enter');
    await page.getByRole('button', { name: 'Change Time Zone' }).press('Enter');
    await expect(page.getByText(/^Moving all days to Pago Pago/)).toBeVisible();
    // A job moves the days, and the page asks whether that is done.
    await expect
      .poll(
        async () => {
          await page.reload();
          await expect(zone).toHaveText(/Pago Pago/);
          return page.getByRole('button', { name: 'Cancel Change' }).count();
        },
        { timeout: 90_000, intervals: [1_000] },
      )
      .toBe(0);

    await page.goto(`${path}/accounts/${accountId}`);
    await expect(inFeed.getByText('Trade fair')).toBeVisible();
    await expect(inFeed.getByText('All day', { exact: true })).toBeVisible();
    await expect(inFeed.getByRole('heading', { name: heading(day) })).toBeVisible();
    await expect(inFeed.getByRole('heading', { name: heading(addDays(day, -1)) })).toBeVisible();
    await inFeed.getByText('Trade fair').click();
    await expect(page.getByText(/, all day$/)).toBeVisible();
    expect(businessDayOf(new Date(Date.parse(midnight) + 3_600_000), SAMOA)).toBe(addDays(day, -1));

    await openAs(page, member, `${path}/settings`);
    await expect(
      page
        .getByRole('paragraph')
        .filter({ hasText: 'Pago Pago' })
        .getByText('Owners of the workspace can change it.'),
    ).toBeVisible();
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'workspace settings of a member on a phone');
  },
);

journey.describe('a reader in Sydney', () => {
  journey.use({ timezoneId: 'Australia/Sydney' });

  journey(
    'sees the times of the workspace, with their own beside them',
    async ({ page, environment }) => {
      const team = await environment.createTeam();
      const person = onlyPerson(team);
      const day = addDays(businessDayOf(new Date()), -3);
      // The last minute of a day in New York.
      const late = new Date(startOfBusinessDay(addDays(day, 1)).getTime() - 60_000);
      const { accountId } = await environment.fillAccount({
        person,
        workspaceId: team.workspace.id,
        domain: 'late.example',
        name: 'Late',
        activities: [
          {
            title: 'Late mail',
            occurredAt: late.toISOString(),
            participants: [{ name: 'Pat', email: 'pat@late.example', role: 'from' }],
          },
        ],
      });
      const write = (timeZone: string) =>
        new Intl.DateTimeFormat('en-US', {
          timeZone,
          hourCycle: 'h12',
          dateStyle: 'medium',
          timeStyle: 'short',
        })
          .format(late)
          .replace('\u202f', ' ');
      const shown = write('America/New_York');
      expect(shown).toContain('11:59 PM');
      const both = `${shown} (${write('Australia/Sydney')} your time)`;
      const path = `/${team.organization.slug}/${team.workspace.slug}`;

      await openAs(page, person, `${path}/accounts/${accountId}`);
      const feed = page.getByRole('region', { name: 'Activities', exact: true });
      await expect(feed.getByTitle(both)).toHaveText('11:59 PM');
      await feed.getByText('Late mail').click();
      const panel = page.getByRole('dialog').or(page.getByRole('complementary'));
      await expect(panel.getByTitle(both)).toHaveText(shown);
      await page.goto(`${path}/search?q=late`);
      await expect(page.locator('[data-search-result]').getByTitle(both)).toBeVisible();
    },
  );
});
