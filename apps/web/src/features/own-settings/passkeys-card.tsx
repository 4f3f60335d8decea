import type { Passkey } from '@repo/contract/passkeys';
import { limits } from '@repo/contract/page-limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { hasPasskeys } from '#lib/passkeys/has-passkeys.ts';
import { factorsQuery } from '#lib/proof/factors-query.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import {
  LazyAddPasskeyDialog,
  LazyRecoveryCodesDialog,
  LazyRemovePasskeyDialog,
  LazyRenamePasskeyDialog,
} from './lazy-factor-dialogs.ts';

/** Adds, renames and removes the user's passkeys. */
export function PasskeysCard() {
  const { data: factors, error, isFetching, refetch } = useQuery(factorsQuery);
  const canAdd = factors?.offersPasskeys === true && hasPasskeys();
  return (
    <Card
      title="Passkeys"
      description={`A passkey signs you in with your fingerprint, face, PIN or security key.${factors?.hasPassword === false ? '' : ' After your password, it is your second factor.'}`}
      footer={canAdd ? <AddButton count={factors.passkeys.length} /> : undefined}
    >
      {factors !== undefined ? (
        factors.passkeys.length > 0 ? (
          <ul aria-label="Your passkeys" className="divide-y divide-line">
            {factors.passkeys.map((passkey) => (
              <Row key={passkey.id} passkey={passkey} isLastFactor={isLast(factors)} />
            ))}
          </ul>
        ) : (
          <div className="text-grid text-muted">
            <p>No passkeys yet.</p>
            {canAdd ? (
              factors.authenticatorApp === null ? (
                <p>Adding the first one signs out every other device.</p>
              ) : null
            ) : (
              <p>
                {factors.offersPasskeys
                  ? 'This browser has no passkeys, or not at this address.'
                  : 'Passkeys need this server to have a name and an encrypted address.'}
              </p>
            )}
          </div>
        )
      ) : error === null ? (
        <>
          <output className="sr-only">Loading your passkeys...</output>
          <Skeleton className="my-1 w-56" />
        </>
      ) : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load your passkeys
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </FailureBanner>
      )}
    </Card>
  );
}

const isLast = (factors: { passkeys: readonly Passkey[]; authenticatorApp: object | null }) =>
  factors.passkeys.length === 1 && factors.authenticatorApp === null;

function AddButton({ count }: { count: number }) {
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <>
      <Button
        disabledReason={
          count >= limits.passkeysPerUser
            ? `You have ${limits.passkeysPerUser} passkeys. Remove one first.`
            : undefined
        }
        onClick={() => setAdding(true)}
      >
        Add a Passkey
      </Button>
      <LazyAddPasskeyDialog
        open={isAdding}
        onOpenChange={setAdding}
        onAdded={(made) => {
          setAdding(false);
          if (made === null) toast.success('The passkey is added');
          else setCodes(made);
          void refresh();
        }}
      />
      <LazyRecoveryCodesDialog
        codes={codes ?? []}
        open={codes !== undefined}
        onOpenChange={(open) => !open && setCodes(undefined)}
      />
    </>
  );
}

function Row({ passkey, isLastFactor }: { passkey: Passkey; isLastFactor: boolean }) {
  const refresh = useRefresh();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { name, addedAt, lastUsedAt, signsInAlone, isUsable } = passkey;
  const dialog = (which: 'rename' | 'remove') => ({
    passkey,
    open: open === which,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : undefined),
    onDone: refresh,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
          {name}
          {signsInAlone ? null : <Badge>After the password only</Badge>}
          {isUsable ? null : <Badge>For another address</Badge>}
        </p>
        <p className="text-grid text-muted">
          {'Added '}
          <RelativeTime value={addedAt} />
          {lastUsedAt === null ? (
            ' · Not used yet'
          ) : (
            <>
              {' · Last used '}
              <RelativeTime value={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={`Rename ${name}`} onClick={() => setOpen('rename')}>
          Rename
        </Button>
        <Button size="small" aria-label={`Remove ${name}`} onClick={() => setOpen('remove')}>
          Remove
        </Button>
      </div>
      <LazyRenamePasskeyDialog {...dialog('rename')} />
      <LazyRemovePasskeyDialog {...dialog('remove')} isLastFactor={isLastFactor} />
    </li>
  );
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: factorsQuery.queryKey });
}
