import type { Provisioning } from '@repo/contract/provisioning';
import { limits } from '@repo/contract/page-limits';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';

type Token = Provisioning['tokens'][number];
type Props = {
  organizationId: string;
  tokens: readonly Token[];
  onChanged: (next: Provisioning) => void;
};

/** The tokens of the provider: two while one is replaced by the other. Each is shown once. */
export function TokensCard({ organizationId, tokens, onChanged }: Props) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const [created, setCreated] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [revoked, setRevoked] = useState<Token>();
  const create = async () => {
    setProblem(undefined);
    setPending(true);
    const result = await withProof(() =>
      send('POST /api/admin/organizations/{id}/provisioning/tokens', {
        params: { id: organizationId },
      }),
    );
    setPending(false);
    if (result === undefined) return;
    const { data, error } = result;
    if (error !== undefined) {
      setProblem(failureMessage(error, 'The token could not be created. Try again.'));
      return;
    }
    setCreated(data.token);
    onChanged(data.provisioning);
  };
  const isFull = tokens.length >= limits.provisioningTokens;
  return (
    <Card
      title="Tokens"
      description="To replace a token, create a second one, enter it at the provider, and then revoke the first."
      footer={
        <Button loading={isPending} disabled={isFull} onClick={() => void create()}>
          Create Token
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {problem === undefined ? null : <Banner kind="error">{problem}</Banner>}
        <div aria-live="polite" className={created === undefined ? 'sr-only' : undefined}>
          {created === undefined ? null : (
            <div className="flex flex-col gap-3">
              <Banner kind="warning">
                This is the only time that the token is shown. Enter it at the provider now.
              </Banner>
              <CopyField label="New token" value={created} />
            </div>
          )}
        </div>
        {tokens.length === 0 ? (
          <p className="text-grid text-muted">
            No token yet. Without one, the provider has no access.
          </p>
        ) : (
          <ul aria-label="Tokens" className="divide-y divide-line">
            {tokens.map((token) => (
              <li key={token.id} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
                <div className="min-w-0 flex-1">
                  <code className="text-grid">{`${token.start}…`}</code>
                  <p className="text-grid break-words text-muted">
                    {'Created '}
                    <RelativeTime value={token.createdAt} />
                    {token.lastUsedAt === null ? (
                      ' · Never used'
                    ) : (
                      <>
                        {' · Last used '}
                        <RelativeTime value={token.lastUsedAt} />
                      </>
                    )}
                  </p>
                </div>
                <Button
                  size="small"
                  aria-label={`Revoke ${token.start}…`}
                  onClick={() => setRevoked(token)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {revoked === undefined ? null : (
        <RevokeTokenDialog
          organizationId={organizationId}
          token={revoked}
          onClosed={() => setRevoked(undefined)}
          onRevoked={(next) => {
            setCreated(undefined);
            onChanged(next);
          }}
        />
      )}
      {proofDialog}
    </Card>
  );
}
