import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { TEST_PASSWORD, type TestUser } from '../src/environment/team.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';

/** An assistant of a user, which asks for the workspaces that it can read. */
async function connectAssistant(environment: TestEnvironment, person: TestUser) {
  const { key } = await callApi<{ key: string }>(environment, person, 'POST /api/auth/api-keys', {
    name: 'Assistant',
    scopes: ['workspaces:read', 'accounts:read'],
    currentPassword: TEST_PASSWORD,
  });
  return async (): Promise<string[]> => {
    const response = await fetch(`${environment.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_workspaces', arguments: {} },
      }),
    });
    const names = (await response.text()).matchAll(/\\"name\\":\s*\\"([^"\\]+)\\"/g);
    return [...names].map(([, name = '']) => name);
  };
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Assistants' });

async function choose(page: Page, current: string, wanted: string): Promise<void> {
  const field = cardOf(page).getByRole('combobox', { name: 'Whose assistants can read' });
  await expect(field).toHaveText(current);
  await field.press('Enter');
  await page.getByRole('option', { name: wanted }).press('Enter');
  await cardOf(page).getByRole('button', { name: 'Save Assistants' }).press('Enter');
  await expect(cardOf(page).getByRole('button', { name: 'Save Assistants' })).toBeDisabled();
}

journey(
  'owners choose whose assistants can read a workspace, also of those that are connected',
  async ({ page, environment }) => {
    const team = await environment.createTeam({ people: 2 });
    const [owner, member] = team.people;
    if (owner === undefined || member === undefined) throw new Error('The team is too small.');
    const settings = `/${team.organization.slug}/${team.workspace.slug}/settings`;
    const ofOwner = await connectAssistant(environment, owner);
    const ofMember = await connectAssistant(environment, member);
    expect(await ofMember()).toContain(team.workspace.name);

    await openAs(page, owner, settings);
    await choose(page, 'All members', 'Owners only');
    expect([await ofOwner(), await ofMember()]).toEqual([
      expect.arrayContaining([team.workspace.name]),
      [],
    ]);
    await cardOf(page).scrollIntoViewIfNeeded();
    await expectAccessible(page, 'assistants of owners');

    await page.setViewportSize({ width: 375, height: 812 });
    await choose(page, 'Owners only', 'No one');
    expect([await ofOwner(), await ofMember()]).toEqual([[], []]);
    await expectNoHorizontalScroll(page);
    await cardOf(page).scrollIntoViewIfNeeded();
    await expectAccessible(page, 'assistants of no one on a phone');
    await page.reload();
    await expect(cardOf(page).getByText('No assistant can read this workspace.')).toBeVisible();

    await openAs(page, member, settings);
    await expect(cardOf(page)).toContainText('No one');
    await expect(cardOf(page)).toContainText('Owners of the workspace can change it.');
    await expect(cardOf(page).getByRole('button')).toHaveCount(0);
    await cardOf(page).scrollIntoViewIfNeeded();
    await expectAccessible(page, 'assistants as a member sees them on a phone');
  },
);
