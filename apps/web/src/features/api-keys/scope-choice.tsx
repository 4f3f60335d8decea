import { type Scope, scopes } from '@repo/contract/scopes';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';

const ALL = Object.entries(scopes) as [Scope, string][];

/** Scopes that are of use only to administrators and owners. */
const isForAdministration = (scope: Scope): boolean => scope.startsWith('administration:');

type Props = {
  chosen: readonly Scope[];
  error: string | undefined;
  disabled: boolean;
  onChange: (chosen: Scope[]) => void;
};

/** Every scope that the user can make use of, with its explanation. */
export function ScopeChoice({ chosen, error, disabled, onChange }: Props) {
  const messageId = useId();
  const administers = useAdministers();
  const offered = ALL.filter(([scope]) => administers || !isForAdministration(scope));
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
        {offered.map(([scope, explanation], index) => (
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

/** Whether the user is an administrator, or an owner of a workspace. */
function useAdministers(): boolean {
  const { user } = useAuth();
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  return user?.isAdmin === true || workspaces.some(({ role }) => role === 'owner');
}
