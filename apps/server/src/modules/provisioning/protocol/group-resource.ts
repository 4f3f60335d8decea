import type { Config } from '#src/config.ts';
import type { ProvisionedGroup } from '../groups/find-groups.ts';
import { baseAddress } from './base-address.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export const groupAddress = (config: Config, id: string): string =>
  `${baseAddress(config)}/Groups/${id}`;

/** A group as the protocol shows it. */
export function groupResource(config: Config, group: ProvisionedGroup) {
  const { id, displayName, externalId, members, createdAt, updatedAt } = group;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(members && { members: members.map((member) => ({ ...member, type: 'User' })) }),
    meta: {
      resourceType: 'Group',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: groupAddress(config, id),
    },
  };
}
