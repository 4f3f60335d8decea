import { expect, journey, signIn } from '../src/journey.ts';

journey('a person signs in and lands in the default workspace', async ({ page, stage }) => {
  const { people, workspace, organization } = await stage.makeTeam();
  const [person] = people;
  if (person === undefined) throw new Error('The team has nobody.');
  await signIn(page, person);
  await expect(page).toHaveURL(`/${organization.slug}/${workspace.slug}/accounts`);
});
