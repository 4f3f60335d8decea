import { type ShareLevel, showsAt } from '@repo/domain/sharing/share-level';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { LEVEL_TEXTS, sentenceOfLevel } from './level-texts.ts';

type Props = {
  label: string;
  level: ShareLevel;
  onChange: (level: ShareLevel) => void;
  /** Levels below this one cannot be chosen. */
  from?: ShareLevel;
  /** Whether the workspace shows texts only to those who took part. */
  participantsOnly?: boolean | undefined;
  /** The explanation of the level; by default, what colleagues see at it. */
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
};

/** Chooses a level of a share, and says what colleagues see at it. */
export function LevelSelect({
  label,
  level,
  onChange,
  from = 'activity',
  participantsOnly,
  hint = sentenceOfLevel(level, participantsOnly),
  error,
  disabled = false,
}: Props) {
  return (
    <FormField label={label} hint={hint} error={error}>
      <Select
        value={level}
        disabled={disabled}
        options={LEVEL_TEXTS.map((one) => ({
          value: one.level,
          label: one.label,
          disabled: !showsAt(one.level, from),
        }))}
        onValueChange={onChange}
        className="w-full"
      />
    </FormField>
  );
}
