import type { SandboxResponse, StandIn } from '../http/exchange.ts';
import { controlError, json, readJsonObject } from '../http/exchange.ts';
import type { StandInModule } from '../stand-in.ts';
import type { Clock } from './clock.ts';

/** A century: dates far beyond have no ISO form with four digits of the year. */
const MAX_OFFSET_MS = 100 * 366 * 24 * 60 * 60 * 1000;

/** `/sandbox/clock`: sets the time of all stand-ins. */
export const clockStandIn: StandInModule = {
  start: ({ clock }) => ({ standIns: [clockControl(clock)] }),
};

function clockControl(clock: Clock): StandIn {
  const state = (): SandboxResponse =>
    json({ offsetMs: clock.offsetMs, now: new Date(clock.now()).toISOString() });
  return {
    routes: [
      { method: 'GET', path: '/sandbox/clock', handle: state },
      {
        method: 'POST',
        path: '/sandbox/clock',
        handle: (request) => {
          const { offsetMs } = readJsonObject(request);
          if (
            typeof offsetMs !== 'number' ||
            !Number.isInteger(offsetMs) ||
            Math.abs(offsetMs) > MAX_OFFSET_MS
          ) {
            throw controlError(
              400,
              '"offsetMs" must be a whole number of milliseconds, at most a century.',
            );
          }
          clock.offsetMs = offsetMs;
          return state();
        },
      },
    ],
  };
}
