import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from './clock/clock.ts';
import type { FaultRules } from './faults/fault-rules.ts';
import type { GrantStore } from './google-oauth/grant-store.ts';
import type { StandIn } from './http/exchange.ts';
import type { Dispatch } from './http/sandbox-server.ts';
import type { OwnerStore } from './owners/owner-store.ts';

/** The context shared by all stand-ins. */
export interface SandboxCore {
  database: DatabaseSync;
  clock: Clock;
  /** Milliseconds, by the sandbox's clock. */
  now: () => number;
  owners: OwnerStore;
  grants: GrantStore;
  faults: FaultRules;
  dispatch: Dispatch;
  clientId: string;
  clientSecret: string;
  /** Whether Google's quotas per minute and user are enforced. */
  quota: boolean;
}

/** One stand-in of the sandbox: its tables, and what it serves once the database is open. */
export interface StandInModule<Api extends object = object> {
  /** SQL that creates its tables. */
  schema?: string;
  /** Returns its routes, and what the process that runs the sandbox can call without HTTP. */
  start(core: SandboxCore): { standIns: readonly StandIn[] } & Api;
}
