import type { SignInMethod } from '@repo/contract/sign-in-factors';
import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';
import type { ProvisioningTables } from './provisioning.ts';
import type { SingleSignOnTables } from './single-sign-on.ts';

/** Sessions, factors, API keys and reset links of users, and limits on attempts. */
export interface SignInTables extends SingleSignOnTables, ProvisioningTables {
  sessions: SessionTable;
  authenticator_apps: AuthenticatorAppTable;
  passkeys: PasskeyTable;
  recovery_codes: RecoveryCodeTable;
  second_factor_rules: SecondFactorRuleTable;
  api_keys: ApiKeyTable;
  password_resets: PasswordResetTable;
  requested_password_resets: RequestedPasswordResetTable;
  reset_requests: ResetRequestTable;
  sign_in_failures: SignInFailureTable;
  rate_limit_counters: RateLimitCounterTable;
}

interface SessionTable {
  id: Generated<string>;
  user_id: string;
  token_hash: Buffer;
  created_at: CreatedAt;
  last_used_at: CreatedAt;
  /** A description of the device; null for older sessions and unknown clients. */
  device: Generated<string | null>;
  /** The network address of the sign-in. */
  address: Generated<string | null>;
  opened_with: Generated<SignInMethod>;
  /** When it was last proven who uses it. */
  proven_at: CreatedAt;
  /** The connection that opened it, unless it was opened here. */
  sso_connection_id: Generated<string | null>;
  sso_sid: Generated<string | null>;
}

/** A user's authenticator app (docs/decisions/second-factor.md). */
interface AuthenticatorAppTable {
  user_id: string;
  secret: Buffer;
  secret_key_id: string;
  /** The time step of the last accepted code, which no later one may be before. */
  last_step: string;
  added_at: CreatedAt;
  last_used_at: Generated<Date | null>;
}

interface PasskeyTable {
  id: Generated<string>;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  /** How often the authenticator says it was used; zero if it does not count. */
  sign_count: string;
  verifies_user: boolean;
  /** The host name that it belongs to. */
  rp_id: string;
  transports: string[];
  name: string;
  added_at: CreatedAt;
  last_used_at: Generated<Date | null>;
}

interface RecoveryCodeTable {
  user_id: string;
  code_hash: Buffer;
}

interface SecondFactorRuleTable {
  /** Null for the rule for administrators. */
  organization_id: string | null;
  /** Until then it is announced. */
  required_from: Date;
}

interface ApiKeyTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  token_hash: Buffer;
  /** The first characters of the key. */
  start: string;
  /** Can contain a scope that no longer exists. */
  scopes: string[];
  created_at: CreatedAt;
  expires_at: Date;
  last_used_at: Generated<Date | null>;
  last_used_from: Generated<string | null>;
  /** The networks that it was used from, at most `limits.apiKeyNetworks`. */
  networks: Generated<string[]>;
  revoked_at: Generated<Date | null>;
}

/** Links that were sent to a user: invitations, and resets that an administrator starts. */
interface PasswordResetTable {
  user_id: string;
  token_hash: Buffer;
  initiator_id: string | null;
  created_at: CreatedAt;
  expires_at: Date;
}

/** Links that a user requested. */
interface RequestedPasswordResetTable {
  user_id: string;
  token_hash: Buffer;
  created_at: CreatedAt;
  expires_at: Date;
}

/** Requests for a reset link that have not been looked up yet. */
interface ResetRequestTable {
  id: Generated<string>;
  email: string;
  /** Numbers the requests of one network in a quarter of an hour. */
  turn: Generated<number>;
  requested_at: CreatedAt;
}

interface SignInFailureTable {
  key: Buffer;
  failed_at: Date[];
  last_failed_at: CreatedAt;
}

interface RateLimitCounterTable {
  key: Buffer;
  count: number;
  ends_at: Date;
}
