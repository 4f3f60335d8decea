import type { StandIn } from '../http/exchange.ts';
import { controlError, json, readJsonObject } from '../http/exchange.ts';
import type { Owner, OwnerStore } from '../owners/owner-store.ts';
import { requireOwner } from '../owners/require-owner.ts';
import type { Call } from './call.ts';
import type { CallStore } from './call-store.ts';
import { firefliesKey, type KeyStore } from './key-store.ts';
import { toTranscript } from './transcript.ts';

export interface FirefliesContext {
  calls: CallStore;
  keys: KeyStore;
  now: () => number;
}

const path = '/sandbox/fireflies/:address';

/** `/sandbox/fireflies`: the calls of a user, and the state of their API key. */
export function firefliesControl(
  { calls, keys, now }: FirefliesContext,
  owners: OwnerStore,
): StandIn {
  const keyState = (owner: Owner) => {
    const { isRefused, requestsADay } = keys.settings(owner);
    return json({
      key: firefliesKey(owner.address),
      isRefused,
      requestsADay: requestsADay ?? null,
      requestsToday: keys.requestsToday(owner, now()),
    });
  };
  return {
    routes: [
      {
        method: 'GET',
        path: `${path}/calls`,
        handle: (request) => {
          const owner = requireOwner(owners, request);
          return json({ calls: calls.list(owner).map((call) => toTranscript(call, owner)) });
        },
      },
      {
        method: 'POST',
        path: `${path}/calls`,
        handle: (request) => {
          const owner = requireOwner(owners, request);
          const body = readJsonObject(request);
          const given = Array.isArray(body['calls']) ? (body['calls'] as unknown[]) : [body];
          return json({ ids: given.map((call) => calls.put(owner, readCall(call))) }, 201);
        },
      },
      {
        method: 'DELETE',
        path: `${path}/calls/:id`,
        handle: (request) => {
          const owner = requireOwner(owners, request);
          const id = request.params['id'] ?? '';
          if (!calls.delete(owner, id)) {
            throw controlError(404, `${owner.address} has no call ${id}.`);
          }
          return json({});
        },
      },
      { method: 'GET', path: `${path}/key`, handle: (r) => keyState(requireOwner(owners, r)) },
      {
        method: 'POST',
        path: `${path}/key`,
        handle: (request) => {
          const owner = requireOwner(owners, request);
          const { isRefused, requestsADay } = readJsonObject(request);
          const before = keys.settings(owner);
          keys.change(owner, {
            isRefused: typeof isRefused === 'boolean' ? isRefused : before.isRefused,
            requestsADay:
              requestsADay === undefined ? before.requestsADay : readLimit(requestsADay),
          });
          return keyState(owner);
        },
      },
    ],
  };
}

function readLimit(value: unknown): number | undefined {
  if (value === null) {
    return undefined;
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw controlError(400, '"requestsADay" must be a whole number, or null for no limit.');
  }
  return value;
}

function readCall(value: unknown): Call {
  const call = (value ?? {}) as Record<string, unknown>;
  const { title, date, duration } = call;
  if (typeof title !== 'string' || typeof date !== 'number' || typeof duration !== 'number') {
    throw controlError(
      400,
      'A call needs at least "title", "date" (epoch milliseconds) and "duration" (minutes).',
    );
  }
  return { ...call, title, date, duration };
}
