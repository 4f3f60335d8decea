import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findCall, problemsOf, type SpecifiedName, specifiedCalls } from './specification-calls.ts';
import { defaultResponses } from './default-responses.ts';
import { type Outcome, type ReceivedCall, refusal, type Responder } from './outcome.ts';

export interface SpecificationServer {
  url: string;
  /** Handles a call so from now on, until `reset`. */
  on: (name: SpecifiedName, outcome: Outcome | Responder) => void;
  /** Everything as at first. */
  reset: () => void;
  calls: readonly ReceivedCall[];
  /** The requests beyond the specification since the last `reset`. */
  violations: readonly string[];
  close: () => void;
}

/** A server that knows the calls and fields of the specification, and refuses everything else. */
export async function startSpecificationServer(): Promise<SpecificationServer> {
  const calls: ReceivedCall[] = [];
  const violations: string[] = [];
  const hanging = new Set<ServerResponse>();
  const responders = new Map<SpecifiedName, Outcome | Responder>();

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      violations.push(`The stub failed: ${String(error)}`);
      response.destroy();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    response.setHeader('access-control-max-age', '600');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub');
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const name = findCall(request.method ?? '', pathname);
    if (name === undefined) {
      violations.push(`Not in the specification: ${request.method} ${request.url}`);
      send(response, refusal(404, 'Not Found'));
      return;
    }
    const call: ReceivedCall = {
      name,
      pathname,
      query: Object.fromEntries(searchParams),
      body: text === '' ? undefined : JSON.parse(text),
    };
    calls.push(call);
    violations.push(...problemsOf(name, call.query, call.body), ...headerProblems(name, request));
    const respond = responders.get(name) ?? defaultResponses[name];
    send(response, typeof respond === 'function' ? respond(call) : respond);
  }

  function send(response: ServerResponse, outcome: Outcome): void {
    if (outcome === 'hang') hanging.add(response);
    else if (outcome === 'break') response.destroy();
    else if ('data' in outcome) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ success: true, data: outcome.data }));
    } else {
      const { status, type = 'application/json', location, text } = outcome;
      const headers = { 'content-type': type, ...(location !== undefined && { location }) };
      response.writeHead(status, headers).end(text);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    on: (name, outcome) => void responders.set(name, outcome),
    calls,
    violations,
    reset: () => {
      for (const response of hanging) response.destroy();
      hanging.clear();
      responders.clear();
      calls.length = 0;
      violations.length = 0;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** 'a JSON content type, and the bearer authorization header when a token is stored' */
function headerProblems(name: SpecifiedName, { headers }: IncomingMessage): string[] {
  const isPublic = 'isPublic' in specifiedCalls[name];
  return [
    ...(headers['content-type'] === 'application/json' ? [] : [`${name}: no JSON content type`]),
    ...(isPublic || /^Bearer \S+$/.test(headers.authorization ?? '')
      ? []
      : [`${name}: no bearer token`]),
  ];
}
