import { type GivenUser, readUser, replacing } from '../protocol/given-user.ts';
import { choose, listBody, readListQuery } from '../protocol/read-list-query.ts';
import { readUserPatch } from '../protocol/read-patch.ts';
import type { ScimCall, ScimHandlers } from '../protocol/scim-call.ts';
import { userResource } from '../protocol/user-resource.ts';
import { deactivate } from './activate.ts';
import { changeUser } from './change-user.ts';
import { createProvisionedUser } from './create-provisioned-user.ts';
import { findUsers, type ProvisionedUser, requireUser } from './find-users.ts';
import type { ProvisioningParts } from './provisioner.ts';
import { markDeleted } from './stored-user.ts';

/** The calls about users. */
export function userHandlers(parts: ProvisioningParts): ScimHandlers {
  const { db, config } = parts;
  const show = (user: ProvisionedUser, { query }: ScimCall) => ({
    body: choose(userResource(config, user), query),
  });
  return {
    'GET /Users': {
      handle: async (call) => {
        const query = readListQuery(call.query);
        const { total, users } = await findUsers(db, call.organization.id, query);
        const shown = users.map((user) => show(user, call).body);
        return { body: listBody(query, total, shown) };
      },
    },
    'POST /Users': {
      handle: async (call) => {
        const user = await createProvisionedUser(parts, call.organization, readUser(call.body));
        call.concerns(user.id);
        const resource = userResource(config, user);
        const { location } = resource['meta'] as { location: string };
        return { status: 201, location, ...show(user, call) };
      },
    },
    'GET /Users/:id': {
      handle: async (call) => show(await requireUser(db, call.organization.id, call.id), call),
    },
    'PUT /Users/:id': {
      handle: async (call) => {
        const read = () => replacing(readUser(call.body));
        return show(await change(parts, call, read), call);
      },
    },
    'PATCH /Users/:id': {
      handle: async (call) => show(await change(parts, call, () => readUserPatch(call.body)), call),
    },
    'DELETE /Users/:id': {
      handle: async (call) => {
        const user = await requireUser(db, call.organization.id, call.id);
        call.concerns(user.id);
        if (user.isActive) {
          await deactivate(parts, call.organization, user, { isDeleted: true });
        } else await markDeleted(db, call.organization.id, user);
        return { status: 204 };
      },
    },
  };
}

async function change(
  parts: ProvisioningParts,
  { organization, id, concerns }: ScimCall,
  read: () => GivenUser,
): Promise<ProvisionedUser> {
  const { id: userId } = await requireUser(parts.db, organization.id, id);
  concerns(userId);
  return changeUser(parts, organization, userId, read());
}
