import type { Target } from '../abuse/connections.ts';
import { send as sendTimed, type TimedRequest } from '../abuse/timed-request.ts';

/** A request of a client that runs in a thread of its own, so that it takes no time of the server. */
export interface ClientRequest {
  url: string;
  token: string;
  /** Of a request that changes something, as JSON. */
  body?: string;
}

export interface ClientResponse {
  status: number;
  bytes: number;
  /** The beginning of the response. */
  text: string;
}

export async function send({ url, token, body }: ClientRequest): Promise<ClientResponse> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'br',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body }),
  });
  const received = await response.arrayBuffer();
  const text = Buffer.from(received.slice(0, 300)).toString();
  return { status: response.status, bytes: received.byteLength, text };
}

/**
 * Sends requests at once and drops what comes back.
 *
 * @returns the status of each, 0 where the connection was cut.
 */
export function sendAtOnce({
  target,
  requests,
}: {
  target: Target;
  requests: readonly TimedRequest[];
}): Promise<number[]> {
  return Promise.all(
    requests.map((request) =>
      sendTimed(target, request, { keepsText: false, isCompressed: true }).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
}
