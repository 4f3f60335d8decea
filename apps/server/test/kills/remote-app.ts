import type { Database } from '#platform/database/create-database.ts';
import type { TestApp } from '../create-test-app.ts';
import { createTestCall } from '../test-call.ts';
import { createMakers } from '../test-makers.ts';

interface Injected {
  method?: string;
  url?: string;
  headers?: Record<string, string>;
  payload?: object;
  query?: Record<string, string>;
}

/** What fixtures use of a test's application, of a server in another process. */
export function createRemoteApp(db: Database, address: () => string): TestApp {
  const inject = async ({ method = 'GET', url = '', headers = {}, payload, query }: Injected) => {
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const answer = await fetch(`${address()}${url}${search}`, {
      method,
      headers: { ...headers, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    const body = await answer.text();
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body,
      json: () => JSON.parse(body) as unknown,
    };
  };
  const call = createTestCall({ inject } as unknown as Parameters<typeof createTestCall>[0]);
  return { db, call, make: createMakers(db) } as unknown as TestApp;
}
