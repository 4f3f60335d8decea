import * as fc from 'fast-check';
import type { Context } from '#platform/context.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { requestTimeZone } from '#modules/workspaces/settings/request-time-zone.ts';
import { changeTimeZones } from '../change-time-zones.job.ts';

/** The specification's, both sides of the date line, and one off by three quarters of an hour. */
export const timeZones = [
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
];

/** A request for another time zone, or the job that moves the days. */
export const timeZoneStep = fc.record({
  do: fc.constantFrom('request time zone', 'change time zones'),
  person: fc.constant(0),
  workspace: fc.nat(1),
  name: fc.constantFrom(...timeZones),
});

export const timeZoneSteps = (
  context: Pick<Context, 'db' | 'jobs' | 'log'>,
  { workspaceId, name = '' }: { workspaceId: string; name?: string },
): Record<string, () => Promise<unknown>> => ({
  'request time zone': () =>
    requestTimeZone(context, commandLineManager, { workspaceId, timeZone: name }),
  'change time zones': () => changeTimeZones(context),
});
