import type { EndpointResponse } from '@repo/contract/endpoints';
import { plural } from '@repo/domain/text/plural';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { readInstant } from '#lib/time/read-instant.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { useSend } from '#lib/session/use-send.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { factorsQuery } from '#lib/proof/factors-query.ts';
import { LazyRecoveryCodesDialog, LazySetUpAppDialog } from './lazy-factor-dialogs.ts';
import { RemovalDialog } from '#lib/proof/removal-dialog.tsx';

type Factors = EndpointResponse<'GET /api/auth/factors'>;
type NewApp = EndpointResponse<'POST /api/auth/factors/authenticator-app'>;

/** So few recovery codes are a reason to make new ones. */
const FEW_CODES = 3;

const TURNS_OFF = {
  title: 'Turn Off the Second Factor',
  description:
    'Nothing but your usual sign-in is needed from now on. The recovery codes stop working. An email confirms it.',
  confirmLabel: 'Turn Off',
  done: 'The second factor is off',
};

const REMOVES_APP = {
  title: 'Remove the Authenticator App',
  description: 'Its codes stop working. Your passkeys remain. An email confirms it.',
  confirmLabel: 'Remove',
  done: 'The authenticator app is removed',
};

const hasFactor = ({ authenticatorApp, passkeys }: Factors) =>
  authenticatorApp !== null || passkeys.length > 0;

/** Sets up, replaces and removes the user's authenticator app, and makes recovery codes. */
export function SecondFactorCard() {
  const { data: factors, error, isFetching, refetch } = useQuery(factorsQuery);
  const isOn = factors !== undefined && hasFactor(factors);
  return (
    <Card
      title="Second Factor"
      description={
        factors?.hasPassword === false
          ? 'Your company decides how you sign in, including a second factor. One that you set up here confirms changes to your account.'
          : 'After your password, you confirm with a passkey or a code from an app on your phone. Your password alone is then not enough to sign in.'
      }
      aside={factors === undefined ? undefined : <Badge>{isOn ? 'On' : 'Off'}</Badge>}
      footer={factors === undefined ? undefined : <Actions factors={factors} />}
    >
      {factors !== undefined ? (
        isOn ? (
          <State factors={factors} />
        ) : (
          <div className="text-grid text-muted">
            <RequiredFrom value={factors.requiredFrom} />
            <p>No authenticator app is set up.</p>
            <p>Setting one up signs out every other device.</p>
          </div>
        )
      ) : error === null ? (
        <>
          <output className="sr-only">Loading your second factor...</output>
          <Skeleton className="my-1 w-56" />
        </>
      ) : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load your second factor
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </FailureBanner>
      )}
    </Card>
  );
}

const isPast = (instant: Date): boolean => instant.getTime() <= Date.now();

function RequiredFrom({ value }: { value: string | null }) {
  const from = readInstant(value);
  if (from === undefined || isPast(from)) return null;
  return (
    <p className="mb-2 font-medium text-ink">
      {`From ${formatExactTime(from)} you need a passkey or an authenticator app to continue.`}
    </p>
  );
}

function State({ factors: { authenticatorApp, recoveryCodesLeft } }: { factors: Factors }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-grid text-muted">
        {authenticatorApp === null ? (
          'Your passkeys are your second factor'
        ) : (
          <>
            {'Your authenticator app was set up '}
            <RelativeTime value={authenticatorApp.addedAt} />
            {authenticatorApp.lastUsedAt ? (
              <>
                {' and last used '}
                <RelativeTime value={authenticatorApp.lastUsedAt} />
              </>
            ) : null}
          </>
        )}
        {`. ${plural(recoveryCodesLeft, 'recovery code is', 'recovery codes are')} left.`}
      </p>
      {recoveryCodesLeft > FEW_CODES ? null : (
        <Banner kind="warning">
          Make new recovery codes. Without one, you cannot sign in if you lose your phone or your
          passkeys.
        </Banner>
      )}
    </div>
  );
}

function Actions({ factors }: { factors: Factors }) {
  const hasApp = factors.authenticatorApp !== null;
  const client = useQueryClient();
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const [begun, setBegun] = useState<NewApp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isRemoving, setRemoving] = useState(false);
  const [pending, setPending] = useState<'app' | 'codes'>();
  const hasOther = factors.passkeys.length > 0;
  const refresh = () => client.invalidateQueries({ queryKey: factorsQuery.queryKey });

  const beginApp = async () => {
    setPending('app');
    const result = await withProof(() => send('POST /api/auth/factors/authenticator-app'));
    setPending(undefined);
    if (result?.error !== undefined) fail('The set-up could not start', result.error);
    else setBegun(result?.data);
  };
  const makeCodes = async () => {
    setPending('codes');
    const result = await withProof(() => send('POST /api/auth/factors/recovery-codes'));
    setPending(undefined);
    if (result?.error !== undefined) fail('No recovery codes were made', result.error);
    else setCodes(result?.data.recoveryCodes);
    void refresh();
  };
  return (
    <>
      <Button loading={pending === 'app'} onClick={() => void beginApp()}>
        {hasApp ? 'Use Another App' : hasFactor(factors) ? 'Set Up an App' : 'Set Up'}
      </Button>
      {hasFactor(factors) ? (
        <Button loading={pending === 'codes'} onClick={() => void makeCodes()}>
          New Recovery Codes
        </Button>
      ) : null}
      {hasApp ? (
        <Button onClick={() => setRemoving(true)}>
          {hasOther ? 'Remove App...' : 'Turn Off...'}
        </Button>
      ) : null}
      <LazySetUpAppDialog
        app={begun}
        open={begun !== undefined}
        onOpenChange={(open) => !open && setBegun(undefined)}
        onConfirmed={(made) => {
          setBegun(undefined);
          if (made === null) toast.success('The other app is set up');
          else setCodes(made);
          void refresh();
        }}
      />
      <LazyRecoveryCodesDialog
        codes={codes ?? []}
        open={codes !== undefined}
        onOpenChange={(open) => !open && setCodes(undefined)}
      />
      <RemovalDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        onDone={refresh}
        send={() => send('DELETE /api/auth/factors/authenticator-app')}
        {...(hasOther ? REMOVES_APP : TURNS_OFF)}
      />
      {proofDialog}
    </>
  );
}

const fail = (what: string, error: Error) =>
  toast.error(what, { description: failureMessage(error, 'Please try again.') });
