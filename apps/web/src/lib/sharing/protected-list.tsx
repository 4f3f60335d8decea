import type { WorkspaceProtectedAddress } from '@repo/contract/protected-addresses';
import { plural } from '@repo/domain/text/plural';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { failureMessage } from '../api/api-error.ts';
import { PROTECTED_TEXTS } from './protected-addresses.ts';

export type ProtectedChoice = Pick<WorkspaceProtectedAddress, 'address' | 'shares'>;
export type ListedProtection = ProtectedChoice & { activityCount?: number };

type Shares = ProtectedChoice['shares'];

const OPTIONS = (['nothing', 'activity'] as const).map((value) => ({
  value,
  label: PROTECTED_TEXTS[value],
}));

/** Whether a server's entry can be shown. */
export const isShownProtection = ({ address, shares }: ProtectedChoice): boolean =>
  address !== '' && PROTECTED_TEXTS[shares] !== undefined;

/** Protects one more address or domain. */
export function ProtectForm({
  protect,
}: {
  protect: (choice: ProtectedChoice) => Promise<unknown>;
}) {
  const [address, setAddress] = useState('');
  const [shares, setShares] = useState<Shares>('nothing');
  const sending = useMutation({
    mutationFn: protect,
    onSuccess: (_, choice) => {
      setAddress('');
      toast.success(`${choice.address.trim()} is protected`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate({ address, shares });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <TextField
        label="Email address or domain"
        placeholder="anna@law.example"
        className="min-w-56 flex-1"
        value={address}
        autoComplete="off"
        spellCheck={false}
        error={
          sending.error === null
            ? undefined
            : failureMessage(sending.error, 'Failed to protect it. Try again.')
        }
        onChange={(event) => {
          setAddress(event.target.value);
          sending.reset();
        }}
      />
      <div className="flex items-end gap-3">
        <FormField label="Colleagues see" className="w-36">
          <Select value={shares} options={OPTIONS} onValueChange={setShares} />
        </FormField>
        <Button type="submit" disabled={address.trim() === ''} loading={sending.isPending}>
          Protect
        </Button>
      </div>
    </form>
  );
}

type ListProps = {
  addresses: readonly ListedProtection[];
  /** Undefined if the reader may not change them. */
  change?: {
    protect: (choice: ProtectedChoice) => Promise<unknown>;
    end: (address: string) => Promise<unknown>;
  };
};

/** Protected addresses, each with what colleagues see of its conversations. */
export function ProtectedList({ addresses, change }: ListProps) {
  if (addresses.length === 0) return null;
  return (
    <ul className="rounded-md border border-line">
      {addresses.map((one) => (
        <li
          key={one.address}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0"
        >
          <div className="flex min-w-40 flex-1 flex-col">
            <span className="truncate" title={one.address}>
              {one.address}
            </span>
            {one.activityCount === undefined ? null : (
              <span className="text-faint">
                {plural(one.activityCount, 'activity', 'activities')}
              </span>
            )}
          </div>
          {change === undefined ? (
            <span className="text-muted">{PROTECTED_TEXTS[one.shares]}</span>
          ) : (
            <EntryActions {...one} {...change} />
          )}
        </li>
      ))}
    </ul>
  );
}

function EntryActions({
  address,
  shares,
  protect,
  end,
}: ProtectedChoice & NonNullable<ListProps['change']>) {
  const changing = useMutation({
    mutationFn: (next: Shares) => protect({ address, shares: next }),
    onError: (failure) => toast.error(failureMessage(failure, 'Failed to change it')),
  });
  const ending = useMutation({
    mutationFn: () => end(address),
    onSuccess: () => toast.success(`${address} is no longer protected`),
    onError: (failure) => toast.error(failureMessage(failure, 'Failed to end the protection')),
  });
  return (
    <>
      <div className="w-32 shrink-0">
        <Select
          aria-label={`What colleagues see of conversations with ${address}`}
          size="small"
          value={changing.isPending ? changing.variables : shares}
          options={OPTIONS}
          disabled={changing.isPending || ending.isPending}
          onValueChange={(next) => {
            if (next !== shares) changing.mutate(next);
          }}
        />
      </div>
      <Button
        size="small"
        aria-label={`Remove ${address}`}
        disabled={changing.isPending}
        loading={ending.isPending}
        onClick={() => ending.mutate()}
      >
        Remove
      </Button>
    </>
  );
}
