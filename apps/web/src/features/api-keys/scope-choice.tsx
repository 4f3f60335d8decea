import { type Scope, scopes } from '@repo/contract/scopes';
import { useId } from 'react';
import { Checkbox } from '#ui/forms/checkbox.tsx';

const ALL = Object.entries(scopes) as [Scope, string][];

type Props = {
  chosen: readonly Scope[];
  error: string | undefined;
  disabled: boolean;
  onChange: (chosen: Scope[]) => void;
};

/** Every scope with its explanation. */
export function ScopeChoice({ chosen, error, disabled, onChange }: Props) {
  const messageId = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 flex gap-1 text-grid font-medium">
        Scopes
        <span aria-hidden className="text-accent-ink">
          •
        </span>
      </legend>
      {error === undefined ? null : (
        <p id={messageId} role="alert" className="mb-1 text-grid text-danger-ink">
          {error}
        </p>
      )}
      <div className="flex flex-col gap-2.5">
        {ALL.map(([scope, explanation], index) => (
          <Checkbox
            key={scope}
            label={<code>{scope}</code>}
            hint={explanation}
            checked={chosen.includes(scope)}
            disabled={disabled}
            // The first one takes the focus when none is chosen.
            {...(error !== undefined &&
              index === 0 && { 'aria-invalid': true, 'aria-describedby': messageId })}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
