import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointResponse, EndpointInput, EndpointName } from '@repo/contract/endpoints';

/** Makes calls as one user, as the web application would. */
export interface ApiClient {
  call: <Name extends EndpointName>(
    name: Name,
    input?: Partial<Record<keyof EndpointInput<Name>, unknown>>,
  ) => Promise<EndpointResponse<Name>>;
}

/** @throws Error with the server's message when a call fails. */
export function createApiClient(url: string, token?: string): ApiClient {
  return {
    async call(name, { params = {}, query = {}, body } = {}) {
      const [method = '', template = ''] = name.split(' ');
      const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
        encodeURIComponent(String((params as Record<string, unknown>)[key])),
      );
      const search = new URLSearchParams(query as Record<string, string>);
      const isFile = body instanceof Uint8Array;
      const response = await fetchAgain(`${url}${path}?${search}`, {
        method,
        headers: {
          ...(body !== undefined && {
            'content-type': isFile ? 'application/octet-stream' : 'application/json',
          }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { data: never; error?: { message: string } };
      if (!response.ok) throw new Error(`${name}: ${answer.error?.message ?? response.status}`);
      return answer.data;
    },
  };
}

/** How often a request is sent again that a busy server refused, and after which pause. */
const [MAX_REPEATS, PAUSE_MS] = [10, 2_000];

/** A server that is busy, as while the machine does much else, responds with 503: it has done nothing. */
async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  for (let repeats = 0; ; repeats += 1) {
    const response = await fetch(url, init);
    if (response.status !== 503 || repeats === MAX_REPEATS) return response;
    await sleep(PAUSE_MS);
  }
}

/** Signs a user in and returns a client that acts for them. */
export async function signIn(url: string, email: string, password: string): Promise<ApiClient> {
  const { token } = await createApiClient(url).call('POST /api/auth/login', {
    body: { email, password },
  });
  return createApiClient(url, token);
}
