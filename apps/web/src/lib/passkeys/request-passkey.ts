import type { PasskeyAnswer, PasskeyRequest } from '@repo/contract/passkeys';
import type { EndpointInput, EndpointResponse } from '@repo/contract/endpoints';

type Creation = EndpointResponse<'POST /api/auth/factors/passkeys/options'>;
type Created = EndpointInput<'POST /api/auth/factors/passkeys'>['body'];

/** The outcome of a request for a passkey. */
type Asked<Result> = { result: Result } | { problem: string };

/** Loaded with the first request. */
const library = () => import('@simplewebauthn/browser');

/**
 * Has the user use one of their passkeys.
 *
 * @param fromAutofill waits until the user chooses a passkey among the suggestions of a field.
 */
export async function requestPasskey(
  { challengeToken, options }: PasskeyRequest,
  fromAutofill = false,
): Promise<Asked<PasskeyAnswer>> {
  return attempt(async () => {
    const { startAuthentication } = await library();
    const { id, rawId, response } = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: fromAutofill,
    });
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
    return {
      challengeToken,
      credential: {
        id,
        rawId,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature, userHandle },
      },
    };
  });
}

/** Has the browser create a passkey. */
export async function createPasskey({
  challengeToken,
  options,
}: Creation): Promise<Asked<Omit<Created, 'name'>>> {
  return attempt(async () => {
    const { startRegistration } = await library();
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return {
      challengeToken,
      credential: {
        id,
        rawId,
        type: 'public-key',
        response: { clientDataJSON, attestationObject, transports },
      },
    };
  });
}

/** Whether the browser suggests passkeys in the field for the email. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  (await library().catch(() => undefined))?.browserSupportsWebAuthnAutofill() ?? false;

/** Ends a request that waits for a suggestion to be chosen. */
export const stopSuggesting = async (): Promise<void> =>
  (await library().catch(() => undefined))?.WebAuthnAbortService.cancelCeremony();

async function attempt<Result>(run: () => Promise<Result>): Promise<Asked<Result>> {
  try {
    return { result: await run() };
  } catch (error) {
    return { problem: problemOf(error instanceof Error ? error.name : '') };
  }
}

function problemOf(name: string): string {
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was used. Try again when you are ready.';
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.';
    case 'SecurityError':
      return 'Passkeys do not work at this address.';
    default:
      return 'The passkey could not be used. Please try again.';
  }
}
