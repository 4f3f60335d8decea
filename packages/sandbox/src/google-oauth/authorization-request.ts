/** The parameters of an authorization request that the stand-in uses, unchanged. */
const heeded = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'access_type',
  'prompt',
  'code_challenge',
  'code_challenge_method',
] as const;

export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  scope: string;
  state: string | undefined;
  offline: boolean;
  forceConsent: boolean;
  challenge: { value: string; method: 'S256' | 'plain' } | undefined;
  /** The same as it came, for the consent form to send again. */
  parameters: [name: string, value: string][];
}

/**
 * An authorization request that must not be sent back to the client, since it cannot be trusted.
 */
export interface RefusedAuthorization {
  status: number;
  code: string;
  explanation: string;
}

/** Checks an authorization request as Google does before it shows any page. */
export function readAuthorizationRequest(
  query: URLSearchParams,
  clientId: string,
): AuthorizationRequest | RefusedAuthorization {
  const redirectUri = query.get('redirect_uri') ?? '';
  const scope = query.get('scope')?.trim() ?? '';
  const challengeMethod = query.get('code_challenge_method') ?? 'plain';
  const challenge = query.get('code_challenge');
  if (query.get('client_id') !== clientId) {
    return refuse(401, 'invalid_client', 'The OAuth client was not found.');
  }
  if (!isWebAddress(redirectUri)) {
    return refuse(
      400,
      'invalid_request',
      'The parameter redirect_uri must be a whole http or https address.',
    );
  }
  if (query.get('response_type') !== 'code') {
    return refuse(400, 'unsupported_response_type', 'The parameter response_type must be code.');
  }
  if (scope === '') {
    return refuse(400, 'invalid_request', 'The required parameter scope is missing.');
  }
  if (challengeMethod !== 'S256' && challengeMethod !== 'plain') {
    return refuse(
      400,
      'invalid_request',
      'The parameter code_challenge_method must be S256 or plain.',
    );
  }
  return {
    clientId,
    redirectUri,
    scope,
    state: query.get('state') ?? undefined,
    offline: query.get('access_type') === 'offline',
    forceConsent: (query.get('prompt') ?? '').split(' ').includes('consent'),
    challenge: challenge === null ? undefined : { value: challenge, method: challengeMethod },
    parameters: heeded.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    }),
  };
}

function refuse(status: number, code: string, explanation: string): RefusedAuthorization {
  return { status, code, explanation };
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
