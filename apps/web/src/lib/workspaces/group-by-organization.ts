import type { Workspace } from '@repo/contract/workspaces';

export type OrganizationGroup = {
  organization: Workspace['organization'];
  workspaces: Workspace[];
};

/** The workspaces under their organizations, both in the order in which they are listed. */
export function groupByOrganization(workspaces: readonly Workspace[]): OrganizationGroup[] {
  const groups = new Map<string, OrganizationGroup>();
  for (const workspace of workspaces) {
    const { organization } = workspace;
    const group = groups.get(organization.id);
    if (group === undefined) groups.set(organization.id, { organization, workspaces: [workspace] });
    else group.workspaces.push(workspace);
  }
  return [...groups.values()];
}
