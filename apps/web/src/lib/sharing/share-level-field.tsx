import type { WorkspaceShareLevels } from '@repo/contract/workspaces';
import { type ShareLevel, showsAt } from '@repo/domain/sharing/share-level';
import { TextlessNote } from './textless-note.tsx';
import { LevelSelect } from './level-select.tsx';
import { labelOfLevel } from './level-texts.ts';
import { workspaceLevels } from './workspace-levels.ts';

type Props = {
  /** The workspace that something is shared with. */
  workspace: { name: string; shareLevels?: WorkspaceShareLevels | undefined };
  /** Undefined if the server offers no levels: then there is nothing to choose. */
  level: ShareLevel | undefined;
  onChange: (level: ShareLevel) => void;
  disabled?: boolean;
};

/** Chooses how much colleagues see of the new shares with a workspace. */
export function ShareLevelField({ workspace, level, onChange, disabled = false }: Props) {
  if (level === undefined) return null;
  const { least = 'activity', participantsOnly } = workspaceLevels(workspace) ?? {};
  return (
    <div>
      <LevelSelect
        label="Colleagues see"
        level={level}
        disabled={disabled}
        participantsOnly={participantsOnly}
        hint={
          showsAt(level, least)
            ? undefined
            : `${workspace.name} expects “${labelOfLevel(least)}” or more. Colleagues see that you share less.`
        }
        onChange={onChange}
      />
      {level === 'full' ? <TextlessNote /> : null}
    </div>
  );
}
