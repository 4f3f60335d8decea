import type { EndpointName } from '@repo/contract/endpoints';
import { apiUrl } from './api-url.ts';

type Loose = Record<string, unknown>;

export type RequestParts = { params?: unknown; query?: unknown; body?: unknown };

/** Builds the HTTP request for an endpoint of the contract. */
export function buildRequest(
  name: EndpointName,
  { params, query, body }: RequestParts,
  token: string | undefined,
): { url: string; init: RequestInit } {
  const [method, path] = name.split(' ') as [string, string];
  return {
    url: apiUrl(fillPath(path, params as Loose) + search(query as Loose)),
    init: {
      method,
      headers: {
        'Content-Type': body instanceof Blob ? 'application/octet-stream' : 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
    },
  };
}

function fillPath(path: string, params: Loose = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
}

function search(query: Loose = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}
