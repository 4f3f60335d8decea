import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expect, journey, openAs } from '../src/journey.ts';
import { ada, daysAgo } from '../src/sample/sample-timeline.ts';

journey(
  'colleagues have names in meetings, people are links with a card',
  async ({ page, environment }) => {
    const team = await environment.createTeam({ people: 2 });
    const [person, colleague] = team.people;
    if (person === undefined || colleague === undefined)
      throw new Error('The team has two people.');
    const unnamed = (email: string) => ({ name: '', email, role: 'other' as const });
    const { accountId } = await environment.fillAccount({
      person,
      workspaceId: team.workspace.id,
      domain: 'acme.example',
      name: 'Acme Works',
      activities: [
        {
          type: 'calendar',
          title: 'Planning',
          participants: [
            unnamed(person.email),
            unnamed(colleague.email),
            { ...ada, role: 'other' as const },
          ],
          occurredAt: daysAgo(2, 15),
        },
        {
          title: 'Thank you',
          participants: [
            { ...ada, role: 'from' as const },
            { ...unnamed(person.email), role: 'to' as const },
          ],
          occurredAt: daysAgo(3, 15),
        },
      ],
    });
    const account = `/${team.organization.slug}/${team.workspace.slug}/accounts/${accountId}`;
    await openAs(page, person, account);
    const feed = page.getByRole('region', { name: 'Activities' });
    await expect(feed.getByText(new RegExp(`Meeting with .*${colleague.name}`))).toBeVisible();
    await expect(feed.getByText(new RegExp(`to ${person.name}`))).toBeVisible();

    await feed.getByRole('button', { name: /Planning/ }).click();
    const panel = page.getByRole('complementary', { name: 'Meeting' });
    await expect(panel.getByText(colleague.name)).toBeVisible();
    const link = panel.getByRole('link', { name: ada.name });
    await link.hover();
    const card = page.getByRole('tooltip').filter({ hasText: 'Acme Works' });
    await expect(card).toBeAttached();
    await expect(page.getByText('Last contact').first()).toBeVisible();
    await expect(page.getByText('Best known by').first()).toBeVisible();
    await expectAccessible(page, 'card of a person', openMenu);
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
    await page.mouse.move(0, 0);

    // The keyboard gets the card as well.
    await link.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(card).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/people\/[0-9a-f-]+$/);
    await expect(page.getByRole('heading', { name: ada.name })).toBeVisible();
  },
);
