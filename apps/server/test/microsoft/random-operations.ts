import { control } from '@repo/sandbox/testing/control';
import { clientId, clientSecret } from '@repo/sandbox/testing/sign-in';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import type { MicrosoftSettings } from '../../src/providers/microsoft-auth/microsoft-settings.ts';
import { connectByConsent } from '../google-consent.ts';

/** The stand-in as the settings of the server name it. */
export const settingsOf = (url: string): MicrosoftSettings => ({
  clientId,
  clientSecret,
  tenant: 'example.org',
  signInUrl: url,
  graphUrl: url,
});

/** Connects a source, and returns what opens a session of it, as each process does. */
export async function connectSessions(provider: SourceProvider, source: string) {
  let { credentials } = await connectByConsent(provider, source);
  return () => ({
    credentials,
    saveCredentials: (fresh: typeof credentials) => void (credentials = fresh),
    source,
    ownerId: 'owner',
    spendRequest: async () => {},
    signal: new AbortController().signal,
  });
}

/** A step of a run, as often as its weight says. */
export type WeightedStep<State> = readonly [weight: number, step: (now: State) => Promise<unknown>];

export const chooseStep = <State>(
  steps: readonly WeightedStep<State>[],
  random: () => number,
): WeightedStep<State>[1] | undefined => {
  let left = random() * steps.reduce((sum, [weight]) => sum + weight, 0);
  return steps.find(([weight]) => (left -= weight) < 0)?.[1];
};

/** Steps after which some requests fail for a moment. */
export function failingSteps(url: string, random: () => number): WeightedStep<unknown>[] {
  const fail = (status: number, more: object = {}) =>
    control(url, 'POST', 'faults', {
      path: '/v1.0/**',
      times: 1 + Math.floor(random() * 3),
      effect: { kind: 'fail', status, ...more },
    });
  return [
    [1, () => fail(429, random() < 0.5 ? { retryAfter: 1 } : {})],
    [1, () => fail(503)],
  ];
}
