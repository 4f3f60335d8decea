import type { User } from '@repo/contract/auth';
import { areResetsAllowed } from '#lib/user-data-resets.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';

export type Flags = Pick<User, 'isAdmin' | 'isTest' | 'isActive'>;

type Props = {
  flags: Flags;
  /** Saving would deactivate an active account. */
  deactivates: boolean;
  onChange: (flags: Flags) => void;
  /** Users who edit themselves cannot remove rights that they could not give back. */
  isSelf: boolean;
  disabled: boolean;
};

export function UserFlags({ flags, deactivates, onChange, isSelf, disabled }: Props) {
  const box = (name: keyof Flags) => ({
    checked: flags[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...flags, [name]: event.currentTarget.checked }),
  });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Privileges and state</legend>
      <Checkbox
        {...box('isAdmin')}
        label="Admin"
        hint={
          isSelf
            ? 'You cannot revoke your own admin privileges'
            : 'Can see and change all users, organizations and workspaces.'
        }
        disabled={disabled || isSelf}
      />
      {areResetsAllowed() ? (
        <Checkbox
          {...box('isTest')}
          label="Test user"
          hint="Excluded from analytics."
          disabled={disabled}
        />
      ) : null}
      <Checkbox
        {...box('isActive')}
        label="Active"
        hint={
          isSelf
            ? 'You cannot deactivate your own account'
            : deactivates
              ? 'Saving signs them out everywhere. They can’t sign in or reset their password, and their data stops syncing. Activity they shared stays in its workspaces.'
              : 'Inactive users can’t sign in or reset their password. Activity they shared stays.'
        }
        disabled={disabled || isSelf}
      />
    </fieldset>
  );
}
