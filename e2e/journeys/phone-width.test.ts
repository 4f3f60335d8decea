import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectInWindow } from '../src/expect/expect-in-window.ts';
import { journey, openAs } from '../src/journey.ts';

// The screens of the specification are walked at this width too.

journey.use({ viewport: { width: 375, height: 667 } });

journey('a phone shows who is in a workspace and who is invited', async ({ page, environment }) => {
  const { people, workspace, organization } = await environment.createTeam({
    people: 2,
    admin: true,
  });
  const [owner] = people;
  if (owner === undefined) throw new Error('The team has nobody.');
  const email = 'somebody.with.a.rather.long.address@harborfinch.example';
  await callApi(environment, owner, `POST /api/workspaces/${workspace.id}/members`, { email });
  await openAs(page, owner, `/${organization.slug}/${workspace.slug}/members`);
  await expectInWindow(page.getByText('Administrator', { exact: true }));
  await expectInWindow(page.getByText('Invited', { exact: true }));
  await expectInWindow(page.getByRole('row', { name: /Administrator/ }));
  await expectInWindow(page.getByRole('button', { name: `Actions for ${email}` }));
  await expectAccessible(page, 'members on a phone');
});
