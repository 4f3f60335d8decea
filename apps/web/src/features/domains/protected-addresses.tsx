import type { ProtectedAddress } from '@repo/contract/protected-addresses';
import { plural } from '@repo/domain/text/plural';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readList } from '#lib/api/read-list.ts';
import {
  PROTECTED_ADDRESSES,
  PROTECTED_TEXTS,
  useProtectAddress,
} from '#lib/sharing/protected-addresses.ts';
import { refreshActivities } from '../../lib/activities/refresh-activities.ts';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { FailureBanner } from '../../ui/feedback/failure-banner.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/forms/button.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';

type Shares = ProtectedAddress['shares'];

const OPTIONS = (['nothing', 'activity'] as const).map((value) => ({
  value,
  label: PROTECTED_TEXTS[value].label,
}));

/** The addresses and domains of which the user shares less, whatever the shares of domains say. */
export function ProtectedAddresses() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: PROTECTED_ADDRESSES,
    queryFn: async ({ signal }) => {
      const { addresses } = await apiRequestOrThrow('GET /api/protected-addresses', { signal });
      const isUsable = ({ address, shares }: ProtectedAddress) =>
        address !== '' && PROTECTED_TEXTS[shares] !== undefined;
      return readList(addresses, 'protected addresses', isUsable, {
        address: 'text',
        activityCount: 'count',
      });
    },
  });
  return (
    <section aria-labelledby="protected-addresses" className="flex flex-col gap-2">
      <h2 id="protected-addresses" className="font-semibold">
        Protected addresses
      </h2>
      <p className="text-muted">
        Whatever you share: of your conversations in which one of these takes part, openly or in
        Bcc, colleagues see no more than you choose here.
      </p>
      <AddressForm />
      {data === undefined && error !== null ? (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load your protected addresses
        </FailureBanner>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <ul className="rounded-md border border-line">
          {data.map((one) => (
            <AddressEntry key={one.address} {...one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AddressForm() {
  const [address, setAddress] = useState('');
  const [shares, setShares] = useState<Shares>('nothing');
  const protect = useProtectAddress();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    protect.mutate(
      { address, shares },
      {
        onSuccess: (stored) => {
          setAddress('');
          toast.success(`${stored.address} is protected`);
        },
      },
    );
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
          protect.error === null
            ? undefined
            : failureMessage(protect.error, 'Failed to protect it. Try again.')
        }
        onChange={(event) => {
          setAddress(event.target.value);
          protect.reset();
        }}
      />
      <FormField label="Colleagues see">
        <Select value={shares} options={OPTIONS} onValueChange={setShares} className="w-40" />
      </FormField>
      <Button
        type="submit"
        className="mt-6"
        disabled={address.trim() === ''}
        loading={protect.isPending}
      >
        Protect
      </Button>
    </form>
  );
}

function AddressEntry({ address, shares, activityCount }: ProtectedAddress) {
  const client = useQueryClient();
  const protect = useProtectAddress();
  const end = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/protected-addresses/{address}', { params: { address } }),
    onSuccess: () => toast.success(`${address} is not protected any more`),
    onError: (failure) => toast.error(failureMessage(failure, 'Failed to end the protection')),
    onSettled: () => {
      refreshActivities(client);
      return client.invalidateQueries({ queryKey: PROTECTED_ADDRESSES });
    },
  });
  const change = (next: Shares) => {
    if (next === shares) return;
    protect.mutate(
      { address, shares: next },
      {
        onError: (failure) => toast.error(failureMessage(failure, 'Failed to change it')),
      },
    );
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex min-w-40 flex-1 flex-col">
        <span className="truncate">{address}</span>
        <span className="text-faint">{plural(activityCount, 'activity', 'activities')}</span>
      </div>
      <Select
        aria-label={`Colleagues see of conversations with ${address}`}
        size="small"
        value={protect.isPending ? protect.variables.shares : shares}
        options={OPTIONS}
        disabled={protect.isPending || end.isPending}
        onValueChange={change}
        className="w-32"
      />
      <Button
        size="small"
        aria-label={`Stop protecting ${address}`}
        disabled={protect.isPending}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        Remove
      </Button>
    </li>
  );
}
