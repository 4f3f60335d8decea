import type { Provisioning } from '@repo/contract/provisioning';
import { plural } from '@repo/domain/text/plural';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isNotFound } from '#lib/api/is-not-found.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { GroupRolesCard } from './group-roles-card.tsx';
import { provisioningQuery } from './provisioning-query.ts';
import { RequestsCard } from './requests-card.tsx';
import { TokensCard } from './tokens-card.tsx';

/** How the identity provider of one organization maintains its users. */
export function ProvisioningPage({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(provisioningQuery(id));
  usePageTitle(data === undefined ? 'Provisioning' : `Provisioning · ${data.organization.name}`);
  if (data !== undefined) {
    return <Cards provisioning={data} onReload={() => void refetch()} isReloading={isFetching} />;
  }
  if (error === null) {
    return <LoadingState label="Loading provisioning..." className="animate-appear-late" />;
  }
  return (
    <LoadFailure
      noun="organization"
      failure="Failed to load provisioning"
      error={isNotFound(error) ? undefined : error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

type Props = { provisioning: Provisioning; onReload: () => void; isReloading: boolean };

function Cards({ provisioning, onReload, isReloading }: Props) {
  const client = useQueryClient();
  const { organization, baseAddress, domains, tokens, users, requests } = provisioning;
  const store = (next: Provisioning) =>
    client.setQueryData(adminKeys.provisioning(organization.id), next);
  return (
    <AdminPage
      width="form"
      title="Provisioning"
      description={`The identity provider of ${organization.name} creates, renames and deactivates its users by SCIM 2.0.`}
    >
      {domains.length === 0 ? (
        <Banner kind="warning">
          {
            'Only users with an address of a verified domain can be provisioned, and there is none yet. '
          }
          <Link
            to={`/admin/organizations/${organization.id}/single-sign-on`}
            className="rounded-sm underline"
          >
            Verify a domain
          </Link>
        </Banner>
      ) : null}
      <Card
        title="For the Provider"
        description="Enter this address at the provider, together with a token from below."
      >
        <div className="flex flex-col gap-4">
          <CopyField label="Base address (tenant URL)" value={baseAddress} />
          {domains.length === 0 ? null : (
            <p className="text-grid break-words text-muted">
              {`${plural(users.all, 'user')} of ${domains.join(', ')}. The provider has said something about ${users.provisioned.toLocaleString('en')} of them.`}
            </p>
          )}
        </div>
      </Card>
      <TokensCard organizationId={organization.id} tokens={tokens} onChanged={store} />
      <GroupRolesCard organizationId={organization.id} />
      <RequestsCard requests={requests} onReload={onReload} isReloading={isReloading} />
    </AdminPage>
  );
}
