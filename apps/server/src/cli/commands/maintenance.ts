import { CLI_COMMAND } from '#platform/cli-command.ts';
import { plural } from '@repo/domain/text/plural';
import {
  beginMaintenance,
  endMaintenance,
  readMaintenance,
} from '#platform/maintenance/maintenance.ts';
import {
  type CliContext,
  type Command,
  type Given,
  option,
  type Outcome,
  UsageError,
} from '../command.ts';

const MESSAGE = 'This server is under maintenance: you can read everything, but change nothing.';
const MAX_MESSAGE_LENGTH = 300;
const MAX_MINUTES = 7 * 24 * 60;

export const maintenance: Command = {
  name: 'maintenance',
  summary: 'Lets users read but change nothing, until it is switched off',
  options: [
    option('--on', 'Begins maintenance, or changes its message and its end'),
    option('--message <text>', `With --on: what users read (default: ${MESSAGE})`),
    option('--minutes <number>', 'With --on: how long it is expected to take'),
    option('--off', 'Ends maintenance'),
  ],
  run: async ({ db }, given) => {
    if (given.flag('on') && given.flag('off')) throw new UsageError('Give either --on or --off.');
    if (given.flag('on')) return begin(db, given);
    if (given.flag('off')) {
      const wasOn = await endMaintenance(db);
      return {
        data: { isOn: false },
        text: wasOn
          ? 'Maintenance is over. Servers accept changes within 2 seconds.'
          : 'There was no maintenance.',
      };
    }
    const current = await readMaintenance(db);
    return {
      data: { isOn: current !== undefined, ...current },
      text:
        current === undefined
          ? 'There is no maintenance.'
          : `Maintenance since ${current.beganAt.toISOString()}: ${current.message}`,
    };
  },
};

async function begin(db: CliContext['db'], given: Given): Promise<Outcome> {
  const text = (given.optional('message') ?? MESSAGE).trim();
  if (text === '' || text.length > MAX_MESSAGE_LENGTH)
    throw new UsageError(`--message must have 1 to ${MAX_MESSAGE_LENGTH} characters`);
  const minutes = readMinutes(given.optional('minutes'));
  const endsAt = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000);
  const message =
    minutes === undefined ? text : `${text} It should take ${plural(minutes, 'minute')}.`;
  await beginMaintenance(db, { message, endsAt });
  return {
    data: { isOn: true, message, endsAt },
    text: [
      'Within 2 seconds servers accept no changes, and users can still read. Workers go on: stop them if the database must not change.',
      `To end it: ${CLI_COMMAND} maintenance --off`,
    ].join('\n'),
  };
}

function readMinutes(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const minutes = Number(given);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_MINUTES)
    throw new UsageError(`--minutes must be a whole number from 1 to ${MAX_MINUTES}`);
  return minutes;
}
