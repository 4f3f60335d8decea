import type { Role } from '@repo/contract/fields';
import type { Generated, GeneratedAlways } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Provisioning of an organization's users by its identity provider (docs/decisions/provisioning.md). */
export interface ProvisioningTables {
  scim_tokens: TokenTable;
  scim_users: ProvisionedUserTable;
  scim_groups: GroupTable;
  scim_group_members: GroupMemberTable;
  scim_requests: RequestTable;
  group_roles: GroupRoleTable;
  claimed_groups: ClaimedGroupTable;
  given_roles: GivenRoleTable;
  role_checks: RoleCheckTable;
}

interface TokenTable {
  id: Generated<string>;
  organization_id: string;
  token_hash: Buffer;
  /** The first characters, to recognize it by. */
  start: string;
  created_at: CreatedAt;
  last_used_at: Generated<Date | null>;
}

/** The attributes of a user at the provider, as it sends them. */
interface ProvisionedUserTable {
  organization_id: string;
  user_id: string;
  user_name: string;
  external_id: string | null;
  email: string | null;
  display_name: string | null;
  formatted_name: string | null;
  given_name: string | null;
  family_name: string | null;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
  /** `users.updated_at` after the provider deactivated the user; another one: someone else changed them since. */
  deactivated_as: Generated<Date | null>;
  /** When the provider deleted the user. */
  deleted_at: Generated<Date | null>;
}

/** A group at the provider. */
interface GroupTable {
  id: Generated<string>;
  organization_id: string;
  display_name: string;
  external_id: string | null;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

interface GroupMemberTable {
  group_id: string;
  user_id: string;
}

/** The role that the members of a group have in a workspace: a group of SCIM, or the name of one in the ID token. */
interface GroupRoleTable {
  id: Generated<string>;
  organization_id: string;
  group_id: string | null;
  claimed_name: string | null;
  workspace_id: string;
  role: Role;
  created_at: CreatedAt;
}

/** The groups in the ID token of a user's last sign-in. */
interface ClaimedGroupTable {
  organization_id: string;
  user_id: string;
  names: string[];
  claimed_at: CreatedAt;
}

/** A role in a workspace that groups gave to a user. */
interface GivenRoleTable {
  user_id: string;
  workspace_id: string;
  role: Role;
  /** The role that the user had by hand before; null for someone who was no member. */
  role_before: Role | null;
}

/** A user whose role in a workspace is to be compared with their groups. */
interface RoleCheckTable {
  user_id: string;
  workspace_id: string;
  noted_at: CreatedAt;
  /** Until when a process has taken it. */
  taken_until: Generated<Date>;
}

/** A change that the provider asked for, or a request that failed. */
interface RequestTable {
  id: GeneratedAlways<string>;
  organization_id: string;
  user_id: string | null;
  requested_at: CreatedAt;
  method: string;
  resource: string;
  status: number;
  /** The reason of a failure, in words. */
  problem: string | null;
}
