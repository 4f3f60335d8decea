import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey(
  'a group that arrives by SCIM gives its member a role in a workspace',
  async ({ page, environment }) => {
    const team = await environment.createTeam({ admin: true });
    const admin = onlyPerson(team);
    const { organization, workspace } = team;
    const ofOrganization = `/api/admin/organizations/${organization.id}`;
    const domain = `${crypto.randomUUID()}.example`;
    await callApi(environment, admin, `POST ${ofOrganization}/sso/domains`, { domain });
    await environment.change(admin, 'verify-domains');

    await openAs(page, admin, `/admin/organizations/${organization.id}/provisioning`);
    await page.getByRole('button', { name: 'Create Token' }).click();
    const token = await page.getByRole('textbox', { name: 'New token' }).inputValue();

    const provide = async (path: string, body: object) => {
      const response = await fetch(`${environment.url}/scim/v2${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(201);
      return (await response.json()) as { id: string };
    };
    const { id } = await provide('/Users', {
      userName: `noa@${domain}`,
      displayName: 'Noa Lindholm',
    });
    await provide('/Groups', { displayName: 'Field Sales', members: [{ value: id }] });

    await page.reload();
    const form = page.getByRole('form', { name: 'Give a Role' });
    for (const [field, option] of [
      ['Group', 'Field Sales'],
      ['Workspace', workspace.name],
    ] as const) {
      await form.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    }
    await form.getByRole('button', { name: 'Give Role' }).click();
    const roles = page.getByRole('list', { name: 'Roles by group' });
    await expect(roles).toContainText(`Member of ${workspace.name} · 1 member`);
    await expectAccessible(page, 'provisioning with a role by group');

    await page.goto(`/${organization.slug}/${workspace.slug}/members`);
    const row = page.getByRole('row').filter({ hasText: `noa@${domain}` });
    await expect(row).toContainText('Noa Lindholm');
    await expect(row).toContainText('Member');
  },
);
