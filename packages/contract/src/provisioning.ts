import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, instant, line, role } from './fields.ts';
import { limits } from './limits.ts';

/** A token of a provider, without the secret. */
const provisioningToken = z.object({
  id,
  /** The first characters, to recognize it by. */
  start: z.string(),
  createdAt: instant,
  /** To the minute; null before the first use. */
  lastUsedAt: instant.nullable(),
});

/** A change that the provider asked for, or a request that failed. */
const provisioningRequest = z.object({
  at: instant,
  action: z.enum(['read', 'create', 'replace', 'change', 'delete']),
  resource: z.enum(['user', 'group', 'other']),
  user: z.object({ id, name: z.string() }).nullable(),
  /** The reason of the failure, in words; null if it worked. */
  problem: z.string().nullable(),
});
export type ProvisioningRequest = z.infer<typeof provisioningRequest>;

/** How the provider of an organization maintains its users, by SCIM 2.0 (docs/provisioning.md). */
export const provisioning = z.object({
  organization: z.object({ id, name: z.string(), slug: z.string() }),
  /** To be entered at the provider. */
  baseAddress: z.string(),
  /** Only users of these domains are created or changed. */
  domains: z.array(z.string()).max(limits.ssoDomains),
  tokens: z.array(provisioningToken).max(limits.provisioningTokens),
  /** Users of the domains, and how many of them the provider has taken over. */
  users: z.object({ all: z.number().int(), provisioned: z.number().int() }),
  /** The newest first. */
  requests: z.array(provisioningRequest).max(limits.provisioningRequests),
});
export type Provisioning = z.infer<typeof provisioning>;

const groupRole = z.object({
  id,
  /** The group that the provider sends by SCIM; null for the name of one in the ID token. */
  groupId: id.nullable(),
  name: z.string(),
  workspace: z.object({ id, name: z.string() }),
  role,
});
export type GroupRole = z.infer<typeof groupRole>;

/** Roles in the workspaces of an organization by the groups of its provider. */
export const groupRoles = z.object({
  roles: z.array(groupRole).max(limits.groupRoles),
  /** The groups that the provider sends by SCIM. */
  groups: z
    .array(z.object({ id, name: z.string(), members: z.number().int() }))
    .max(limits.provisioningGroups),
  /** The workspaces that can be chosen. */
  workspaces: z.array(z.object({ id, name: z.string() })).max(limits.groupRoles),
  /** Members whose roles are still being changed. */
  waiting: z.number().int(),
});
export type GroupRoles = z.infer<typeof groupRoles>;

const ofOrganization = z.object({ id });

/** The set-up of provisioning. No API key can call these; the provider's own calls are under /scim/v2. */
export const provisioningEndpoints = defineEndpoints({
  'GET /api/admin/organizations/{id}/provisioning': {
    summary: 'How the provider of an organization maintains its users, and what it did last.',
    access: 'admin',
    level: 'full',
    params: ofOrganization,
    response: z.object({ provisioning }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/admin/organizations/{id}/provisioning/tokens': {
    summary:
      'Creates a token by which the provider maintains the users of the organization. It is returned once. A second one can exist while the first is replaced.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization,
    response: z.object({ token: z.string(), provisioning }),
    errors: ['NOT_FOUND', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}': {
    summary: 'Revokes a token, at once and for good.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization.extend({ tokenId: id }),
    response: z.object({ provisioning }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'GET /api/admin/organizations/{id}/group-roles': {
    summary: 'The roles that groups of the provider give in the workspaces of an organization.',
    access: 'admin',
    level: 'full',
    params: ofOrganization,
    response: z.object({ groupRoles }),
    errors: ['NOT_FOUND'],
  },
  'PUT /api/admin/organizations/{id}/group-roles': {
    summary:
      'Gives the members of a group a role in a workspace. The group is one that the provider sends by SCIM, or is named in the ID token of a sign-in.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization,
    body: z.object({
      /** Null with a `name`. */
      groupId: id.nullable(),
      /** The name in the claim `groups` or `roles`; empty with a `groupId`. */
      name: line(limits.groupNameLength),
      workspaceId: id,
      role,
    }),
    response: z.object({ groupRoles }),
    errors: ['NOT_FOUND', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}': {
    summary:
      'Ends the role of a group in a workspace. Members who have it by hand as well keep it.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization.extend({ groupRoleId: id }),
    response: z.object({ groupRoles }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
});
