import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';

type Props = {
  label?: string;
  capturesText: boolean;
  onChange: (capturesText: boolean) => void;
};

/** The choices, the fuller one first. */
const CHOICES = [
  {
    value: 'everything',
    label: 'Everything',
    hint: 'Who, when, subject, the text and the names of attachments.',
  },
  {
    value: 'heads',
    label: 'Only who, when and subject',
    hint: 'Texts and attachments are never read. Colleagues see subjects at most. You can capture the texts later.',
  },
] as const;

export const WITHOUT_TEXT = CHOICES[1].label;

/** Chooses what is captured of a mailbox. */
export function CaptureField({ label = 'What to capture', capturesText, onChange }: Props) {
  const chosen = CHOICES[capturesText ? 0 : 1];
  return (
    <FormField label={label} hint={chosen.hint}>
      <Select
        value={chosen.value}
        options={CHOICES.map(({ value, label }) => ({ value, label }))}
        onValueChange={(value) => onChange(value === 'everything')}
        className="w-full"
      />
    </FormField>
  );
}
