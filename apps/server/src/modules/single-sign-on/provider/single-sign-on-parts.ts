import type { CustomFetch } from 'openid-client';
import type { Context } from '#platform/context.ts';
import type { KnownProviders } from './known-providers.ts';

/** Dependencies of the use cases of single sign-on. */
export interface SingleSignOnParts extends Context {
  /** Reaches identity providers, within the guard. */
  fetch: CustomFetch;
  providers: KnownProviders;
  /** The TXT records of a name; empty when there are none. */
  readTxt: (name: string) => Promise<string[]>;
  onSignedIn: OnSignedIn;
}

/** Called when a provider has signed a user in, before their session begins. It does not fail. */
export type OnSignedIn = (
  context: Context,
  signedIn: {
    organizationId: string;
    userId: string;
    claims: Readonly<Record<string, unknown>>;
  },
) => Promise<void>;
