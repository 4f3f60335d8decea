import { plural } from '@repo/domain/text/plural';
import { commandLine } from '#modules/audit/actor.ts';
import { findInFiles, findInTables } from '#modules/personal-data/find-remains.ts';
import { runErasure } from '#modules/personal-data/run-erasure.ts';
import { startErasure } from '#modules/personal-data/start-erasure.ts';
import { type CliContext, type Command, option, type Outcome, UsageError } from '../command.ts';

export const erase: Command = {
  name: 'erase',
  summary: 'Erases an outside contact from all mailboxes and workspaces, or checks what is left',
  options: [
    option('--address <email>', 'Erases this contact'),
    option('--check <email>', 'Searches the database and the data folder for this address'),
    option('--text <text>', 'With --check: also searches for this text, such as a name'),
  ],
  run: async (context, given) => {
    const [address, checked] = [given.optional('address'), given.optional('check')];
    if ((address === undefined) === (checked === undefined)) {
      throw new UsageError('Give either --address or --check.');
    }
    return checked === undefined
      ? eraseContact(context, address ?? '')
      : check(context, checked, given.optional('text'));
  },
};

async function eraseContact({ db }: CliContext, address: string): Promise<Outcome> {
  const { id, addresses } = await startErasure(db, commandLine, address);
  const counts = (await runErasure(db, id)) ?? {};
  const lines = Object.entries(counts).map(([table, count]) => `  ${table}: ${count}`);
  const text = [
    `Erasure ${id} of ${plural(addresses, 'address', 'addresses')} is finished. Rows that were erased or changed, by table:`,
    ...(lines.length === 0 ? ['  none'] : lines),
    'Backups that were made before have the contact. It is not captured again.',
  ].join('\n');
  return { data: { id, addresses, counts }, text };
}

async function check(
  { config, db }: CliContext,
  address: string,
  text: string | undefined,
): Promise<Outcome> {
  const texts = text === undefined ? [] : [text];
  const remains = [
    ...(await findInTables(db, address, texts)),
    ...(await findInFiles(config.dataDir, address, texts)),
  ];
  const lines = remains.map(({ location, count }) => `  ${location}: ${count}`);
  return {
    data: { remains },
    text:
      remains.length === 0
        ? 'Nothing is left.'
        : ['This is left, also within longer addresses:', ...lines].join('\n'),
  };
}
