import { addOrganization } from '#modules/admin/add-organization.ts';
import { addWorkspace } from '#modules/admin/add-workspace.ts';
import { commandLine } from '#modules/audit/actor.ts';
import { type Command, requiredOption } from '../command.ts';
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
    return { data: { organization }, text: `Created the organization ${organization.slug}.` };
  },
};

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
    const { organization, slug } = workspace;
    return { data: { workspace }, text: `Created the workspace ${organization.slug}/${slug}.` };
  },
};
