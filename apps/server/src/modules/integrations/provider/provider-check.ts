import type { Config } from '#src/config.ts';

/** Checks the settings of a vendor for `doctor`, even if they are not set. Changes nothing. */
export type ProviderCheck = (config: Config, check: CheckContext) => Promise<Finding[]>;

export interface CheckContext {
  /** The redirect URIs that have to be registered with a grantor. */
  redirectAddresses: (grantor: string) => string[];
  /** The time that the vendor has to respond to each request. */
  timeoutMs: number;
}

/** The result of a `doctor` check. */
export interface Finding {
  subject: string;
  /** 'check': may be correct; only a person can know. */
  state: 'good' | 'bad' | 'check' | 'unset';
  /** The problem, and what to do about it. */
  says: string;
}
