import type { Answer, StandIn } from '../http/exchange.ts';
import { controlError, json, readJsonObject } from '../http/exchange.ts';
import type { Clock } from './clock.ts';

/** The clock may be wrong by a century, no more: beyond, dates run out of their written form. */
const largestOffsetMs = 100 * 366 * 24 * 60 * 60 * 1000;

/** `/sandbox/clock`: sets the time that every stand-in goes by. */
export function clockControl(clock: Clock): StandIn {
  const state = (): Answer =>
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
            Math.abs(offsetMs) > largestOffsetMs
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
