import type { Workspace } from '@repo/contract/workspaces';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { LEVEL_TEXTS, labelOfLevel, readLevel } from '#lib/sharing/level-texts.ts';
import { workspaceLevels } from '#lib/sharing/workspace-levels.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';

/** The default level of the workspace that a domain is shared with. */
const DEFAULT = 'default';

type Props = {
  workspaces: readonly Workspace[] | undefined;
  /** Undefined for the default of the workspace. */
  level: ShareLevel | undefined;
  onChange: (level: ShareLevel | undefined) => void;
};

/**
 * Chooses how much colleagues see of domains that are shared from now on; nothing if the server offers no
 * levels.
 */
export function NewShareLevel({ workspaces = [], level, onChange }: Props) {
  const presets = new Set(workspaces.flatMap((one) => workspaceLevels(one)?.default ?? []));
  const [preset, other] = presets;
  if (preset === undefined) return null;
  return (
    <FormField label="When you share a domain, colleagues see" className="w-72 max-w-full">
      <Select
        size="small"
        value={level ?? DEFAULT}
        options={[
          {
            value: DEFAULT,
            label:
              other === undefined
                ? `${labelOfLevel(preset)} (the default)`
                : 'The workspace’s default',
          },
          ...LEVEL_TEXTS.filter((one) => other !== undefined || one.level !== preset).map(
            (one) => ({ value: one.level, label: one.label }),
          ),
        ]}
        onValueChange={(value) => onChange(readLevel(value))}
      />
    </FormField>
  );
}
