import { groupAddress, groupResource } from '../protocol/group-resource.ts';
import { readGroup, readGroupPatch } from '../protocol/given-group.ts';
import { choose, listBody, names, readListQuery } from '../protocol/read-list-query.ts';
import type { Answer, ScimCall, ScimHandlers } from '../protocol/scim-call.ts';
import { applyRolesForRequest } from '../roles/apply-roles.job.ts';
import type { RoleParts } from '../roles/apply-roles.ts';
import type { ProvisioningParts } from '../users/provisioner.ts';
import { changeGroup, createGroup, deleteGroup } from './change-group.ts';
import { findGroups, type ProvisionedGroup, requireGroup } from './find-groups.ts';

/** A group of 10,000 members, with a name for each. */
const bodyLimit = 4 * 1_024 * 1_024;

/** The calls about groups. */
export function groupHandlers(parts: ProvisioningParts & RoleParts): ScimHandlers {
  const { db, config } = parts;
  const show = (group: ProvisionedGroup, { query }: ScimCall) =>
    choose(groupResource(config, group), query);
  const read = async (call: ScimCall, id: string) =>
    show(await requireGroup(db, call.organization.id, id, { withMembers: hasMembers(call) }), call);
  return {
    'GET /Groups': {
      handle: async (call) => {
        const query = readListQuery(call.query);
        const withMembers = hasMembers(call);
        const found = await findGroups(db, call.organization.id, query, { withMembers });
        const groups = found.groups.map((group) => show(group, call));
        return { body: listBody(query, found.total, groups) };
      },
    },
    'POST /Groups': {
      bodyLimit,
      handle: async (call) => {
        const { organization, body } = call;
        const id = await createGroup(db, organization.id, readGroup(body));
        await applyRolesForRequest(parts, { organizationId: call.organization.id });
        const location = groupAddress(config, id);
        return { status: 201, location, body: await read(call, id) };
      },
    },
    'GET /Groups/:id': { handle: async (call) => ({ body: await read(call, call.id) }) },
    'PUT /Groups/:id': {
      bodyLimit,
      handle: async (call) => {
        await changeGroup(db, call.organization.id, call.id, readGroup(call.body));
        await applyRolesForRequest(parts, { organizationId: call.organization.id });
        return { body: await read(call, call.id) };
      },
    },
    'PATCH /Groups/:id': {
      bodyLimit,
      // No group in the response, or a change of one member would be answered with all.
      handle: async (call): Promise<Answer> => {
        await changeGroup(db, call.organization.id, call.id, readGroupPatch(call.body));
        await applyRolesForRequest(parts, { organizationId: call.organization.id });
        return call.query['attributes'] === undefined
          ? { status: 204 }
          : { body: await read(call, call.id) };
      },
    },
    'DELETE /Groups/:id': {
      handle: async (call) => {
        await deleteGroup(db, call.organization.id, call.id);
        await applyRolesForRequest(parts, { organizationId: call.organization.id });
        return { status: 204 };
      },
    },
  };
}

function hasMembers({ query }: ScimCall): boolean {
  const wanted = names(query['attributes']);
  return wanted.size > 0
    ? wanted.has('members')
    : !names(query['excludedAttributes']).has('members');
}
