import path from 'node:path';
import { plural } from '@repo/domain/text/plural';
import { commandLine } from '#modules/audit/actor.ts';
import { exportWorkspaceFile } from '#modules/personal-data/export-workspace-file.ts';
import { type Command, requiredOption } from '../command.ts';
import { findWorkspaceId } from '../find-named.ts';
import { requiredWorkspaceOption } from '../options.ts';

export const exportWorkspace: Command = {
  name: 'export-workspace',
  summary:
    'Writes everything of a workspace to one file, for another server; servers can keep running',
  options: [
    requiredWorkspaceOption,
    requiredOption('--file <file>', 'The file to create; it must not exist'),
  ],
  run: async ({ db }, given) => {
    const workspaceId = await findWorkspaceId(db, given.text('workspace'));
    const file = path.resolve(given.text('file'));
    const written = await exportWorkspaceFile(db, { workspaceId, file, actor: commandLine });
    const size = `${(written.bytes / 1_000_000).toFixed(1)} MB`;
    return {
      data: { file, ...written },
      text: [
        `Wrote ${plural(written.rows, 'row')} of ${written.address} to ${file}, ${size}.`,
        'It contains users’ email: protect it like the database.',
        'What changes from now on is not in it. Credentials, invitations and webhooks are not in it either.',
      ].join('\n'),
    };
  },
};
