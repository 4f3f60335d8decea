import { onlyPerson, type TestEnvironment } from '../journey.ts';

/** Where the grid of a new team is, what it is read from, and the team's one person. */
export async function createWorkspace(environment: TestEnvironment) {
  const team = await environment.createTeam();
  return {
    team,
    person: onlyPerson(team),
    path: `/${team.organization.slug}/${team.workspace.slug}/accounts`,
    list: `/api/workspaces/${team.workspace.id}/accounts`,
  };
}
