import { setTimeout as delay } from 'node:timers/promises';
import type { CallEffect, FaultRules } from '../faults/fault-rules.ts';
import { changeEntries } from '../faults/change-entries.ts';
import type { Answer, SandboxRequest, StandIn } from './exchange.ts';
import { AnswerError, json } from './exchange.ts';

export type Dispatch = (request: Omit<SandboxRequest, 'params'>) => Promise<Answer>;

interface CompiledRoute {
  standIn: StandIn;
  method: string;
  segments: string[];
  handle: StandIn['routes'][number]['handle'];
}

/** Answers requests from the stand-ins' routes, with whatever failures are switched on. */
export function createDispatch(standIns: readonly StandIn[], faults: FaultRules): Dispatch {
  const routes: CompiledRoute[] = standIns.flatMap((standIn) =>
    standIn.routes.map(({ method, path, handle }) => ({
      standIn,
      method,
      segments: path.split('/'),
      handle,
    })),
  );

  const dispatch: Dispatch = async (request) => {
    const matches = routes.flatMap((route) => {
      const params = matchSegments(route.segments, request.path);
      return params === undefined ? [] : [{ route, params }];
    });
    const match = matches.find(({ route }) => route.method === request.method);
    if (match === undefined) {
      const status = matches.length > 0 ? 405 : 404;
      return json(
        { error: { code: status, message: `No ${request.method} ${request.path} here.` } },
        status,
      );
    }

    const { failure } = match.route.standIn;
    if (failure === undefined) {
      return handle(match.route, { ...request, params: match.params });
    }
    const fault = faults.take(request);
    if (fault.delayMs > 0) {
      await delay(fault.delayMs);
    }
    const answer =
      fault.failure === undefined
        ? changeEntries(await handle(match.route, { ...request, params: match.params }), fault)
        : failure(fault.failure);
    for (const call of fault.calls) {
      call.answered((await dispatch(controlRequest(call.effect))).status);
    }
    return { ...answer, ...(fault.cut ? { cut: true } : {}) };
  };
  return dispatch;
}

function controlRequest({ method, path, body }: CallEffect): Omit<SandboxRequest, 'params'> {
  const url = new URL(path, 'http://sandbox');
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: {},
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  };
}

async function handle(route: CompiledRoute, request: SandboxRequest): Promise<Answer> {
  try {
    return await route.handle(request);
  } catch (error) {
    if (error instanceof AnswerError) {
      return error.answer;
    }
    // A mistake of the sandbox's own: the client sees a plain 500, the log says what and where.
    process.emitWarning(error instanceof Error ? error : String(error));
    return json({ error: { code: 500, message: `The sandbox failed: ${String(error)}` } }, 500);
  }
}

function matchSegments(
  segments: readonly string[],
  path: string,
): Record<string, string> | undefined {
  const found = path.split('/');
  if (found.length !== segments.length) {
    return undefined;
  }
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = found[index] ?? '';
    if (segment.startsWith(':')) {
      const decoded = decodeSegment(value);
      if (decoded === undefined || decoded === '') {
        return undefined;
      }
      params[segment.slice(1)] = decoded;
    } else if (segment !== value) {
      return undefined;
    }
  }
  return params;
}

function decodeSegment(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined; // a stray percent sign is simply no path of ours
  }
}
