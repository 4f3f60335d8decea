import { onlyPerson, type TestEnvironment } from '../journey.ts';

/** Creates a team of one user; returns the user, the path of the grid, and the list's endpoint. */
export async function createWorkspace(environment: TestEnvironment) {
  const team = await environment.createTeam();
  return {
    team,
    person: onlyPerson(team),
    path: `/${team.organization.slug}/${team.workspace.slug}/accounts`,
    list: `/api/workspaces/${team.workspace.id}/accounts`,
  };
}
