import type { WorkspaceShareLevels } from '@repo/contract/workspaces';
import { isFullServer } from '../server-level.ts';
import { fieldsOf } from '../api/read-fields.ts';
import { readLevel } from './level-texts.ts';

/** Reads the levels that a workspace chose for its shares; undefined if the server offers no levels. */
export function workspaceLevels(workspace: {
  shareLevels?: WorkspaceShareLevels | undefined;
}): WorkspaceShareLevels | undefined {
  if (!isFullServer()) return undefined;
  const fields = fieldsOf(workspace.shareLevels);
  const chosen = { default: readLevel(fields['default']), least: readLevel(fields['least']) };
  return chosen.default === undefined || chosen.least === undefined
    ? undefined
    : {
        default: chosen.default,
        least: chosen.least,
        ...(typeof fields['participantsOnly'] === 'boolean' && {
          participantsOnly: fields['participantsOnly'],
        }),
      };
}
