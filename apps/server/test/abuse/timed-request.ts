import { Agent, request } from 'node:http';
import type { Target } from './connections.ts';

export interface TimedRequest {
  method: string;
  path: string;
  token: string;
  body?: object | undefined;
}

export interface TimedResponse {
  status: number;
  /** Time until the response was complete; for event streams until its head. */
  milliseconds: number;
  text: string;
}

interface SendOptions {
  /** Whether to read the text; reading megabytes would take CPU time from the server. */
  keepsText?: boolean;
  /** Whether to request a compressed response, as browsers do. It is not decompressed. */
  isCompressed?: boolean;
  /** Aborts the request. */
  signal?: AbortSignal;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request of a signed-in user. */
export function send(
  { host, port }: Target,
  { method, path, token, body }: TimedRequest,
  { keepsText = true, isCompressed = false, signal }: SendOptions = {},
): Promise<TimedResponse> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(isCompressed && { 'accept-encoding': 'br' }),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
  };
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path, method, headers, agent, signal }, (response) => {
      const parts: Buffer[] = [];
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          milliseconds: performance.now() - begun,
          text: Buffer.concat(parts).toString(),
        });
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        end();
        response.destroy();
        return;
      }
      response.on('data', (part: Buffer) => void (keepsText && parts.push(part)));
      response.on('end', end);
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
