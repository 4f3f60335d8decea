import type { StandIn } from '../http/exchange.ts';
import { controlError, json, readJsonObject } from '../http/exchange.ts';
import type { StandInModule } from '../stand-in.ts';
import type { FaultEffect, FaultRule, FaultRules } from './fault-rules.ts';

/** `/sandbox/faults`: the injected failures, over HTTP. */
export const faultStandIn: StandInModule = {
  start: ({ faults }) => ({ standIns: [faultControl(faults)] }),
};

function faultControl(faults: FaultRules): StandIn {
  return {
    routes: [
      { method: 'GET', path: '/sandbox/faults', handle: () => json({ faults: faults.list() }) },
      {
        method: 'POST',
        path: '/sandbox/faults',
        handle: (request) => json({ id: faults.add(readRule(readJsonObject(request))) }, 201),
      },
      {
        method: 'DELETE',
        path: '/sandbox/faults',
        handle: () => {
          faults.clear();
          return json({ faults: [] });
        },
      },
      {
        method: 'DELETE',
        path: '/sandbox/faults/:id',
        handle: ({ params }) => {
          if (!faults.remove(params['id'] ?? '')) {
            throw controlError(404, `There is no fault ${params['id']}.`);
          }
          return json({ faults: faults.list() });
        },
      },
    ],
  };
}

function readRule(body: Record<string, unknown>): FaultRule {
  const path = body['path'];
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw controlError(
      400,
      '"path" must be a pattern that starts with "/", for example "/gmail/v1/users/*/messages".',
    );
  }
  const method = body['method'];
  const bodyIncludes = body['bodyIncludes'];
  const times = readNumber(body, 'times', 1, Number.MAX_SAFE_INTEGER);
  const probability = readNumber(body, 'probability', 0, 1);
  return {
    path,
    effect: readEffect(body['effect']),
    ...(typeof method === 'string' ? { method: method.toUpperCase() } : {}),
    ...(typeof bodyIncludes === 'string' ? { bodyIncludes } : {}),
    ...(times === undefined ? {} : { times }),
    ...(probability === undefined ? {} : { probability }),
  };
}

function readEffect(value: unknown): FaultEffect {
  const effect = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  switch (effect['kind']) {
    case 'cut':
    case 'duplicate-entries':
    case 'reorder-entries':
      return { kind: effect['kind'] };
    case 'slow':
      return { kind: 'slow', ms: readNumber(effect, 'ms', 0, 600_000) ?? 1000 };
    case 'fail': {
      const reason = effect['reason'];
      const message = effect['message'];
      const retryAfter = readNumber(effect, 'retryAfter', 0, 86_400);
      return {
        kind: 'fail',
        status: readNumber(effect, 'status', 200, 599) ?? 500,
        ...(typeof reason === 'string' ? { reason } : {}),
        ...(typeof message === 'string' ? { message } : {}),
        ...(retryAfter === undefined ? {} : { retryAfter }),
      };
    }
    case 'call':
      return readCall(effect);
    default:
      throw controlError(
        400,
        '"effect.kind" must be fail, slow, cut, duplicate-entries, reorder-entries or call.',
      );
  }
}

function readCall({ method, path, body }: Record<string, unknown>): FaultEffect {
  if (typeof path !== 'string' || !path.startsWith('/sandbox/')) {
    throw controlError(400, '"effect.path" must be a control path: it begins with "/sandbox/".');
  }
  return {
    kind: 'call',
    method: typeof method === 'string' ? method.toUpperCase() : 'POST',
    path,
    ...(body === undefined ? {} : { body }),
  };
}

function readNumber(
  from: Record<string, unknown>,
  name: string,
  least: number,
  maximum: number,
): number | undefined {
  const value = from[name];
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== 'number' || !(value >= least && value <= maximum)) {
    throw controlError(400, `"${name}" must be a number from ${least} to ${maximum}.`);
  }
  return value;
}
