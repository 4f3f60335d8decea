import type { AdminOrganization, AdminWorkspace } from '@repo/contract/admin';
import { addOrganization } from '#modules/admin/add-organization.ts';
import { addWorkspace } from '#modules/admin/add-workspace.ts';
import { commandLine } from '#modules/audit/actor.ts';
import { type Command, type Outcome, requiredOption } from '../command.ts';
import { findOrganizationId } from '../find-named.ts';

const nameOption = requiredOption('--name <name>', 'The displayed name');
const slugOption = requiredOption(
  '--slug <slug>',
  'As used in URLs: lower-case letters, digits and hyphens',
);

export const createOrganization: Command = {
  name: 'create-organization',
  summary: 'Creates an organization',
  options: [nameOption, slugOption],
  run: async ({ db }, given) => {
    const wanted = { name: given.text('name'), slug: given.text('slug') };
    const organization = await addOrganization(db, commandLine, wanted);
    return createdOrganization(organization);
  },
  onServer: async ({ call }, given) => {
    const body = { name: given.text('name'), slug: given.text('slug') };
    const { organization } = await call('POST /api/admin/organizations', { body });
    return createdOrganization(organization);
  },
};

const createdOrganization = (organization: AdminOrganization): Outcome => ({
  data: { organization },
  text: `Created the organization ${organization.slug}.`,
});

export const createWorkspace: Command = {
  name: 'create-workspace',
  summary: 'Creates a workspace in an organization',
  options: [
    requiredOption('--organization <slug>', 'Slug of the organization'),
    nameOption,
    slugOption,
  ],
  run: async ({ db }, given) => {
    const organizationId = await findOrganizationId(db, given.text('organization'));
    const wanted = { organizationId, name: given.text('name'), slug: given.text('slug') };
    const workspace = await addWorkspace(db, commandLine, wanted);
    return createdWorkspace(workspace);
  },
  onServer: async ({ call, findOrganizationId }, given) => {
    const organizationId = await findOrganizationId(given.text('organization'));
    const body = { organizationId, name: given.text('name'), slug: given.text('slug') };
    const { workspace } = await call('POST /api/admin/workspaces', { body });
    return createdWorkspace(workspace);
  },
};

const createdWorkspace = (workspace: AdminWorkspace): Outcome => ({
  data: { workspace },
  text: `Created the workspace ${workspace.organization.slug}/${workspace.slug}.`,
});
