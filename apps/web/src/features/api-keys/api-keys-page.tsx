import type { ApiKey } from '@repo/contract/api-keys';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useNow } from '#lib/time/use-now.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { apiKeysQuery } from './api-keys-query.ts';
import { ConnectAssistantCard } from './connect-assistant-card.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyRow } from './key-row.tsx';
import { keyState } from './key-state.ts';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

/** The user's API keys: the working ones, the recently ended ones, and a button for a new one. */
export function ApiKeysPage() {
  const { data: keys, error, isFetching, refetch } = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const [isRevoking, setRevoking] = useState(false);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      Create API Key
    </Button>
  );
  return (
    <div className="mx-auto flex w-full max-w-reading flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="API Keys"
        description="A key lets other software act in your name, within the scopes that you choose. Its rights end with yours."
        actions={keys === undefined || keys.length === 0 ? undefined : create}
      />
      <div className="flex flex-col gap-4">
        {keys !== undefined ? (
          keys.length === 0 ? (
            <EmptyState
              icon={<KeyRound />}
              title="No API keys yet"
              description="Create one for a report, a script or an assistant."
              action={create}
            />
          ) : (
            <Keys
              keys={keys}
              onRevoke={(key) => {
                setRevoked(key);
                setRevoking(true);
              }}
            />
          )
        ) : error === null ? (
          <Card title="Keys">
            <div className="flex h-24 flex-col gap-3 py-1">
              <output className="sr-only">Loading API keys...</output>
              <Skeleton className="w-44" />
              <Skeleton className="w-64" />
            </div>
          </Card>
        ) : (
          <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
            Failed to load your API keys
            <span className="block">{failureMessage(error, 'Please try again.')}</span>
          </FailureBanner>
        )}
      </div>
      {/* Later than the keys, which would move it. */}
      {keys === undefined && error === null ? null : (
        <>
          <ConnectAssistantCard />
          <p className="text-grid text-muted">
            Resetting a forgotten password revokes all keys. Changing it in the settings or signing
            out does not. Each call and the scope that it needs are in the{' '}
            <a
              href="/api/docs"
              target="_blank"
              rel="noreferrer"
              className="text-accent-ink underline"
            >
              API documentation
            </a>
            .
          </p>
        </>
      )}
      <CreateKeyDialog open={isCreating} onOpenChange={setCreating} />
      {revoked === undefined ? null : (
        <RevokeKeyDialog apiKey={revoked} open={isRevoking} onOpenChange={setRevoking} />
      )}
    </div>
  );
}

function Keys({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const now = useNow();
  const working = keys.filter((key) => keyState(key, now) === 'working');
  const ended = keys.filter((key) => keyState(key, now) !== 'working');
  return (
    <>
      <Card title="Keys">
        {working.length === 0 ? (
          <p className="text-grid text-muted">No key works at the moment.</p>
        ) : (
          <ul aria-label="API keys" className="divide-y divide-line">
            {working.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
            ))}
          </ul>
        )}
      </Card>
      {ended.length === 0 ? null : (
        <Card title="Ended" description="Keys that expired or were revoked recently.">
          <ul aria-label="Ended API keys" className="divide-y divide-line">
            {ended.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
