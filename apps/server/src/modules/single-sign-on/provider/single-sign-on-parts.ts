import type { CustomFetch } from 'openid-client';
import type { Context } from '#platform/context.ts';

/** Dependencies of the use cases of single sign-on. */
export interface SingleSignOnParts extends Context {
  /** Reaches identity providers, within the guard. */
  fetch: CustomFetch;
  /** The TXT records of a name; empty when there are none. */
  readTxt: (name: string) => Promise<string[]>;
}
