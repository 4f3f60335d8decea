import { startIndependentProvider } from '../../apps/server/test/sso/independent-provider.ts';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey(
  'an administrator connects an identity provider, and a colleague signs in and out by it',
  async ({ page, browser, environment }) => {
    const team = await environment.createTeam({ admin: true });
    const admin = onlyPerson(team);
    const { id } = team.organization;
    const domain = `${crypto.randomUUID()}.example`;
    await callApi(environment, admin, `POST /api/admin/organizations/${id}/sso/domains`, {
      domain,
    });
    await environment.change(admin, 'verify-domains');
    const client = { id: 'tracker', secret: 'a-secret-of-the-client' };
    const provider = await startIndependentProvider(
      {
        ...client,
        redirect: `${environment.url}/api/auth/sso/${id}/callback`,
        afterSignOut: `${environment.url}/login`,
      },
      new Map([['noa', { email: `noa@${domain}`, email_verified: true, name: 'Noa Lindholm' }]]),
    );
    try {
      await openAs(page, admin, `/admin/organizations/${id}/single-sign-on`);
      await page.getByLabel('Issuer').fill(provider.issuer);
      await page.getByLabel('Client ID').fill(client.id);
      await page.getByLabel('Client secret').fill(client.secret);
      await page.getByLabel('Create users at their first sign-in').check();
      await page.getByLabel('Sign out at the provider too').check();
      await page.getByRole('button', { name: 'Save Connection' }).click();
      await page.getByRole('button', { name: 'Test Connection' }).click();
      const result = page.getByRole('list', { name: 'Result of the test' });
      await expect(result).toContainText('Issuer works');
      await expect(result).toContainText('Client ID and secret works');
      await expectAccessible(page, 'single sign-on with a connection');

      const colleague = await browser.newPage({ baseURL: environment.url });
      await colleague.goto('/login');
      await colleague.getByRole('button', { name: 'Sign in with your company' }).click();
      await colleague.getByLabel('Work email').fill(`noa@${domain}`);
      await colleague.getByRole('button', { name: 'Continue' }).click();
      await colleague.locator('[name=login]').fill('noa');
      await colleague.locator('[name=password]').fill('any');
      await colleague.locator('[type=submit]').click();
      await colleague.locator('[type=submit]').click();
      await expect(colleague.getByRole('button', { name: /^User menu/ })).toBeVisible();
      await colleague.goto('/import-preferences/settings');
      const link = colleague.getByRole('list', { name: 'Your company sign-ins' });
      await expect(link).toContainText(provider.issuer);
      await expect(link).toContainText('Nothing else signs you in.');
      await expectAccessible(colleague, 'the settings of a user whom a company signs in');
      await colleague.getByRole('button', { name: /^User menu/ }).click();
      await colleague.getByRole('menuitem', { name: 'Sign Out' }).click();
      await colleague.getByRole('button', { name: 'Yes, sign me out' }).click();
      await expect(
        colleague.getByText('You are signed out, here and at your company.'),
      ).toBeVisible();
      await expectAccessible(colleague, 'the sign-in page after signing out at the company');
      await colleague.close();

      await page.reload();
      await expect(page.getByText(/^The last sign-in with this connection worked/)).toBeVisible();
      await page.setViewportSize({ width: 375, height: 667 });
      await expectNoHorizontalScroll(page);
    } finally {
      await provider.stop();
    }
  },
);
