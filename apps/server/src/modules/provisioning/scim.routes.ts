import { limits } from '@repo/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { knownFailure } from '#platform/http/error-handler.ts';
import { limitPendingBodies } from '#platform/http/limit-pending-bodies.ts';
import { duringMaintenance } from '#platform/http/refuse-changes.ts';
import { createFairLimiter } from '#platform/rate-limit/fair-limiter.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { createAdmission } from './protocol/admit.ts';
import { SCIM_PATH } from './protocol/base-address.ts';
import { noteRequest } from './protocol/note-request.ts';
import { parseScimBodies } from './protocol/parse-bodies.ts';
import { errorBody, fromAppError, noSuch, ScimError } from './protocol/scim-error.ts';
import { describeService } from './protocol/service-description.ts';
import type { Answer, ScimCall, ScimHandlers } from './protocol/scim-call.ts';
import { groupHandlers } from './groups/group-handlers.ts';
import { userHandlers } from './users/user-handlers.ts';
import type { Organization } from './users/provisioner.ts';

/** No user of a request is larger. */
const MAX_BODY_BYTES = 64 * 1_024;
/** Requests of one organization at the same time, and those that wait. */
const CONCURRENT = 4;
const WAITING = 200;

const perDay = {
  name: 'changes of provisioning',
  attempts: limits.provisioningChangesPerDay,
  windowSeconds: 86_400,
};

/** A request on its way: whose it is, whom it concerns and what was wrong. */
interface Progress {
  organization: Organization;
  userId?: string;
  problem?: string;
}

/**
 * Serves SCIM 2.0 (RFC 7644) to the identity providers of organizations, with their tokens alone
 * (docs/decisions/provisioning.md). It has its own form of errors and bodies, so it is not in the contract.
 */
export async function registerScim(app: FastifyInstance, context: Context): Promise<void> {
  const { db, log, maintenance } = context;
  const admit = createAdmission(db);
  const inTurn = createFairLimiter({
    perKey: CONCURRENT,
    total: Number.POSITIVE_INFINITY,
    waitingPerKey: WAITING,
    timeoutMs: limits.requestTimeout,
  });
  const progress = new WeakMap<FastifyRequest, Progress>();
  const handlers: ScimHandlers = {
    ...describeService(context),
    ...userHandlers(context),
    ...groupHandlers(context),
  };

  await app.register(
    async (scope) => {
      parseScimBodies(scope);
      scope.addHook('onRequest', async (request) => {
        progress.set(request, { organization: await admit(request) });
        const now = request.method === 'GET' ? undefined : maintenance?.current();
        if (now !== undefined) throw duringMaintenance(now);
      });
      scope.addHook('preParsing', limitPendingBodies()(false));
      scope.setErrorHandler((error: Error, request, reply) => {
        const failure = explain(error);
        const own = progress.get(request);
        if (own !== undefined) own.problem = failure.message;
        if (failure.status >= 500) request.log.error({ err: error }, 'provisioning failed');
        return sendFailure(reply, failure);
      });
      scope.addHook('onResponse', async (request, reply) => {
        const own = progress.get(request);
        // Providers read all the time; what they read and got says nothing.
        if (own === undefined || (request.method === 'GET' && own.problem === undefined)) return;
        await noteRequest(db, {
          organizationId: own.organization.id,
          userId: own.userId,
          method: request.method,
          resource: resourceOf(request),
          status: reply.statusCode,
          problem: own.problem,
        }).catch((err: unknown) => log.warn({ err }, 'a request of provisioning was not noted'));
      });
      for (const [name, { handle, bodyLimit = MAX_BODY_BYTES }] of Object.entries(handlers)) {
        const [method = '', url = ''] = name.split(' ');
        scope.route<{ Params: { id?: string }; Querystring: Record<string, unknown> }>({
          method,
          url,
          bodyLimit,
          handler: async (request, reply) => {
            const own = progress.get(request) as Progress;
            const { params, query, body } = request;
            const call: ScimCall = {
              organization: own.organization,
              id: params.id ?? '',
              query,
              body,
              concerns: (userId) => void (own.userId = userId),
            };
            if (method !== 'GET')
              await countAttempt(
                db,
                [{ limit: perDay, of: call.organization.id }],
                'changes of provisioning',
              );
            const whenClosed = (listener: () => void) => void reply.raw.once('close', listener);
            return send(reply, await inTurn(own.organization.id, () => handle(call), whenClosed));
          },
        });
      }
      for (const url of ['/', '/*']) {
        scope.all(url, async () => {
          throw noSuch('Resource');
        });
      }
    },
    { prefix: SCIM_PATH },
  );
}

const resourceOf = ({ routeOptions }: FastifyRequest): string =>
  /\/(Users|Groups)\b/.exec(routeOptions.url ?? '')?.[1] ?? '';

function send(reply: FastifyReply, { status = 200, location, body }: Answer): FastifyReply {
  void reply.status(status).header('cache-control', 'no-store');
  if (location !== undefined) void reply.header('location', location);
  if (body === undefined) return reply.send();
  return reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(body));
}

function explain(error: Error): ScimError {
  if (error instanceof ScimError) return error;
  const known = knownFailure(error);
  return known === undefined
    ? new ScimError(500, 'Internal server error', undefined, error)
    : fromAppError(known);
}

function sendFailure(reply: FastifyReply, failure: ScimError): FastifyReply {
  const { cause } = failure;
  const retryAfter = cause instanceof AppError ? cause.retryAfterSeconds : undefined;
  if (failure.status === 401) void reply.header('www-authenticate', 'Bearer');
  if (retryAfter !== undefined)
    void reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)));
  return send(reply, { status: failure.status, body: errorBody(failure) });
}
