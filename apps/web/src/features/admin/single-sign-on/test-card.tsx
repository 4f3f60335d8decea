import type { SingleSignOn, SsoCheck, SsoCheckResult } from '@repo/contract/single-sign-on';
import { useMutation } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Banner, MessageIcon } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';

type Props = {
  organizationId: string;
  connection: NonNullable<SingleSignOn['connection']>;
  onTested: () => Promise<void>;
};

const LABELS: Record<SsoCheck, string> = {
  issuer: 'Issuer',
  clock: 'Clock',
  client: 'Client ID and secret',
  redirect: 'Redirect address',
  claims: 'Claims',
  'sign-out': 'Signing out',
};

const ICONS = { ok: 'success', problem: 'error', unknown: 'info' } as const;
const COLORS = { ok: 'text-success-ink', problem: 'text-danger-ink', unknown: 'text-muted' };
const RESULTS = { ok: 'works', problem: 'does not work', unknown: 'could not be seen' };

/** Tests the connection and shows what is wrong, in words. */
export function TestCard({ organizationId, connection, onTested }: Props) {
  const test = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/admin/organizations/{id}/sso/test', {
        params: { id: organizationId },
      }),
    onSuccess: () => void onTested(),
  });
  return (
    <Card
      title="Test"
      description={
        connection.workedAt === null ? (
          'Nobody has signed in with this connection yet.'
        ) : (
          <>
            {'The last sign-in with this connection worked '}
            <RelativeTime value={connection.workedAt} />.
          </>
        )
      }
      footer={
        <Button
          disabled={!connection.isEnabled}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Test Connection
        </Button>
      }
    >
      <div aria-live="polite">
        {test.error !== null ? (
          <Banner kind="error">{failureMessage(test.error, 'The test failed. Try again.')}</Banner>
        ) : test.data === undefined ? (
          <p className="text-grid text-muted">
            {connection.isEnabled
              ? 'Checks the issuer, the clocks, the client, the redirect address and the last sign-in.'
              : 'Switch the connection on to test it.'}
          </p>
        ) : (
          <ul aria-label="Result of the test" className="flex flex-col gap-3">
            {test.data.checks.map((one) => (
              <Result key={one.check} {...one} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Result({ check, result, message }: SsoCheckResult) {
  return (
    <li className="flex items-start gap-2">
      <span className={COLORS[result]}>
        <MessageIcon kind={ICONS[result]} className="mt-0.5" />
      </span>
      <div className="min-w-0 flex-1 break-words">
        <p className="font-medium">
          {LABELS[check]}
          <span className="sr-only">{` ${RESULTS[result]}`}</span>
        </p>
        <p className="text-grid text-muted">{message}</p>
      </div>
    </li>
  );
}
