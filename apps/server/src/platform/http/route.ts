import { bodyLimitOf, type Endpoint } from '@repo/contract/endpoint';
import { endpoints } from '@repo/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuthenticateKey } from './admit-key.ts';
import type { Authenticate } from './admit-request.ts';
import { createAdmission } from './admission.ts';
import { createAnswer } from './answer-request.ts';
import { checkResponse } from './check-response.ts';
import { createFairness } from './fairness.ts';
import type { AnyHandler, Route } from './handlers.ts';
import type { Maintenance } from '../maintenance/maintenance.ts';
import { duringMaintenance, isReading } from './refuse-changes.ts';
import { createKeyRates } from './key-rates.ts';
import { createKnownKeys } from './known-keys.ts';
import { limitPendingBodies } from './limit-pending-bodies.ts';
import { requireFile } from './parse-bodies.ts';
import type { RunOnce } from './run-once.ts';
import { toBytes } from './to-bytes.ts';

/** The envelope around the data of a response. */
const [BEGIN, END] = ['{"success":true,"data":', '}'];

export interface RouteOptions {
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
  /** Validates every response against the contract and fails on a difference; for tests. */
  checkResponses: boolean;
  /** Number of database connections. */
  poolSize: number;
  runOnce: RunOnce;
  /** The maintenance during which changes are refused; undefined while there is none. */
  maintenance: () => Maintenance | undefined;
}

/**
 * Returns the function that registers the handler of an endpoint: it takes path, access and schemas
 * from the contract, validates the input, and wraps the handler's result in the envelope.
 *
 * The client is authenticated before the body is read: an unauthenticated one can only make the
 * server parse the head and, for public endpoints, a body of `limits.publicBodyBytes`.
 */
export function createRoute(app: FastifyInstance, options: RouteOptions): Route {
  const limitBody = limitPendingBodies();
  const rates = createKeyRates();
  const known = createKnownKeys();
  const createTurns = createFairness(options);
  return (name, given) => {
    const call: Endpoint = endpoints[name];
    const handler = given as unknown as AnyHandler;
    const [method = '', path = ''] = name.split(' ');
    const changes = !isReading(name, call);
    const admission = createAdmission(call, handler, { ...options, rates, known });
    const turns = createTurns(call, handler, admission);
    const answer = createAnswer(call, handler, admission);
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitOf(call),
      config: {
        acceptsForms: call.acceptsForms === true,
        ignoresBody: call.ignoresBody === true,
        acceptsBytes: call.acceptsBytes === true,
      },
      // Only GET requests have no body for the framework to read.
      ...(method !== 'GET' && {
        onRequest: async (request, reply) => {
          const maintenance = changes ? options.maintenance() : undefined;
          if (maintenance) throw duringMaintenance(maintenance);
          await admission.admit(request, reply);
          if (call.acceptsBytes === true) requireFile(request);
          else turns.countBody({ request, reply });
        },
        // Listening to a stream would start it before its handler reads it.
        ...(call.acceptsBytes !== true && { preParsing: limitBody(call.access === 'public') }),
      }),
      handler: async (request, reply) => {
        // Sessions and keys are authenticated in their turn; the rate of a key is checked before.
        admission.checkKey(request, reply);
        const json = await turns.run({ request, reply }, (key) =>
          options.runOnce(call, { request, reply, userId: key }, () => answer(request, reply)),
        );
        if (reply.sent || !(call.response instanceof z.ZodType)) return reply;
        if (options.checkResponses) checkResponse(name, call.response, JSON.parse(String(json)));
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(
            typeof json === 'string'
              ? `${BEGIN}${json}${END}`
              : await toBytes(json.between(BEGIN, END)),
          );
      },
    });
  };
}
