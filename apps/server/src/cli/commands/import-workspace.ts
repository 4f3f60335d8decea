import path from 'node:path';
import { plural } from '@repo/domain/text/plural';
import { CLI_COMMAND } from '#platform/cli-command.ts';
import { commandLine } from '#modules/audit/actor.ts';
import { importWorkspaceFile } from '#modules/personal-data/import-workspace-file.ts';
import { type Command, requiredOption } from '../command.ts';

export const importWorkspace: Command = {
  name: 'import-workspace',
  summary: 'Imports a workspace from the file of another server, all of it or nothing',
  options: [requiredOption('--file <file>', 'The file that export-workspace wrote')],
  run: async ({ db }, given) => {
    const file = path.resolve(given.text('file'));
    const imported = await importWorkspaceFile(db, { file, actor: commandLine });
    const { address, rows, withoutPassword } = imported;
    const count = plural(withoutPassword.length, 'member has', 'members have');
    return {
      data: { file, ...imported },
      text: [
        `Imported ${plural(rows, 'row')} of ${address}.`,
        ...(withoutPassword.length === 0
          ? []
          : [
              `${count} no password here: they choose “Reset password” on the sign-in page, or you send a link with “${CLI_COMMAND} reset-password”.`,
            ]),
        'Members connect their mailboxes again on the page Integrations.',
      ].join('\n'),
    };
  },
};
