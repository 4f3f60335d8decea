import type { Provisioning, ProvisioningRequest } from '@repo/contract/provisioning';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { MessageIcon } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';

type Props = {
  requests: Provisioning['requests'];
  onReload: () => void;
  isReloading: boolean;
};

const ACTIONS: Record<ProvisioningRequest['action'], string> = {
  read: 'Read',
  create: 'Create',
  replace: 'Replace',
  change: 'Change',
  delete: 'Delete',
};
const RESOURCES: Record<ProvisioningRequest['resource'], string> = {
  user: 'a user',
  group: 'a group',
  other: 'something else',
};

/** The last changes of the provider, and the reasons of failures in words. */
export function RequestsCard({ requests, onReload, isReloading }: Props) {
  return (
    <Card
      title="What the Provider Did"
      description="Recent changes and failed requests. Reads are not listed."
      aside={
        <Button size="small" loading={isReloading} onClick={onReload}>
          Reload
        </Button>
      }
    >
      {requests.length === 0 ? (
        <p className="text-grid text-muted">Nothing yet.</p>
      ) : (
        <ul aria-label="What the provider did" className="divide-y divide-line">
          {requests.map((request, at) => (
            <Request key={`${request.at} ${at}`} {...request} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Request({ at, action, resource, user, problem }: ProvisioningRequest) {
  const isFailed = problem !== null;
  return (
    <li className="flex items-start gap-2 py-2.5 first:pt-0 last:pb-0">
      <span className={isFailed ? 'text-danger-ink' : 'text-success-ink'}>
        <MessageIcon kind={isFailed ? 'error' : 'success'} className="mt-0.5" />
      </span>
      <div className="min-w-0 flex-1 break-words">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{`${ACTIONS[action]} ${user?.name ?? RESOURCES[resource]}`}</span>
          <span className="sr-only">{isFailed ? 'failed' : 'worked'}</span>
          <span className="text-grid text-muted">
            <RelativeTime value={at} />
          </span>
        </p>
        {isFailed ? <p className="text-grid text-muted">{problem}</p> : null}
      </div>
    </li>
  );
}
