import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Single sign-on of organizations (docs/decisions/single-sign-on.md). */
export interface SingleSignOnTables {
  sso_connections: ConnectionTable;
  sso_domains: DomainTable;
  sso_identities: IdentityTable;
}

interface ConnectionTable {
  id: Generated<string>;
  organization_id: string;
  /** As the provider names itself, to the slash. */
  issuer: string;
  client_id: string;
  secret: Buffer;
  secret_key_id: string;
  is_enabled: Generated<boolean>;
  /** Whether an administrator vouches for the addresses that the provider sends. */
  trusts_emails: Generated<boolean>;
  creates_users: Generated<boolean>;
  is_required: Generated<boolean>;
  /** Whether signing out here leads to the sign-out page of the provider. */
  signs_out_there: Generated<boolean>;
  /** The administrator who still signs in by password while it is required. */
  break_glass_user_id: Generated<string | null>;
  created_at: CreatedAt;
  /** The last sign-in that worked. */
  worked_at: Generated<Date | null>;
  /** The last failure at the provider, in words. */
  problem: Generated<string | null>;
  problem_at: Generated<Date | null>;
}

interface DomainTable {
  organization_id: string;
  domain: string;
  /** The content of the TXT record that proves control of the domain. */
  token: string;
  created_at: CreatedAt;
  verified_at: Generated<Date | null>;
}

/** A user at a provider. The address there may change; the subject does not. */
interface IdentityTable {
  connection_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  linked_at: CreatedAt;
  last_used_at: Generated<Date | null>;
}
