import type { Config } from '#src/config.ts';
import type { ProvisionedUser } from '../users/find-users.ts';
import { baseAddress } from './base-address.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** A user as the protocol shows them. Absent attributes have no value. */
export function userResource(config: Config, user: ProvisionedUser): Record<string, unknown> {
  const { id, userName, externalId, displayName, givenEmail, isActive } = user;
  const name = {
    ...(user.formattedName !== null && { formatted: user.formattedName }),
    ...(user.givenName !== null && { givenName: user.givenName }),
    ...(user.familyName !== null && { familyName: user.familyName }),
  };
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(Object.keys(name).length > 0 && { name }),
    ...(displayName !== null && { displayName }),
    ...(givenEmail !== null && { emails: [{ value: givenEmail, type: 'work', primary: true }] }),
    active: isActive,
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: `${baseAddress(config)}/Users/${id}`,
    },
  };
}
