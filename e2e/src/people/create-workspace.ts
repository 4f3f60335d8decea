import { onlyPerson, type Stage } from '../journey.ts';

/** Where the grid of a new team is, what it is read from, and the team's one person. */
export async function makeWorkspace(stage: Stage) {
  const team = await stage.makeTeam();
  return {
    team,
    person: onlyPerson(team),
    path: `/${team.organization.slug}/${team.workspace.slug}/accounts`,
    list: `/api/workspaces/${team.workspace.id}/accounts`,
  };
}
