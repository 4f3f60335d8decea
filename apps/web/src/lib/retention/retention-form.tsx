import type { Retention, RetentionState } from '@repo/contract/retention';
import { useState } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { RetentionDialog, type RetentionOf } from './retention-dialog.tsx';
import { ALL, monthOptions, monthsOf, stateOf, valueOf } from './retention-texts.ts';

type Props<Saved> = {
  stored: RetentionState;
  of: RetentionOf<Saved>;
  /** The option that deletes nothing. */
  keepsAll: string;
  onSaved: (saved: Saved) => void;
};

/** Chooses for how long activities and their texts are kept. */
export function RetentionForm<Saved>({ stored, of, keepsAll, onSaved }: Props<Saved>) {
  const [chosen, setChosen] = useState<Retention>();
  const [isConfirming, setConfirming] = useState(false);
  const value = chosen ?? { months: stored.months, textMonths: stored.textMonths };
  const isChanged = value.months !== stored.months || value.textMonths !== stored.textMonths;
  const choose = ({ months, textMonths }: Retention) =>
    // Texts go with their activities.
    setChosen({
      months,
      textMonths:
        months !== null && textMonths !== null && textMonths >= months ? null : textMonths,
    });
  return (
    <form
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) setConfirming(true);
      }}
    >
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <FormField label="Keep activities">
          <Select
            value={valueOf(value.months)}
            options={monthOptions(keepsAll, stored.months)}
            onValueChange={(next) => choose({ ...value, months: monthsOf(next) })}
          />
        </FormField>
        <FormField label="Keep their texts and transcripts">
          <Select
            value={valueOf(value.textMonths)}
            options={monthOptions('As long as the activity', stored.textMonths).filter(
              ({ value: months }) =>
                months === ALL || value.months === null || Number(months) < value.months,
            )}
            onValueChange={(next) => choose({ ...value, textMonths: monthsOf(next) })}
          />
        </FormField>
      </div>
      <p className="text-grid text-muted">{stateOf(stored)}</p>
      <Button type="submit" variant="primary" disabled={!isChanged}>
        Save...
      </Button>
      <RetentionDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        chosen={value}
        of={of}
        onSaved={(saved) => {
          onSaved(saved);
          setChosen(undefined);
          setConfirming(false);
          toast.success('Saved how long activities are kept');
        }}
      />
    </form>
  );
}
