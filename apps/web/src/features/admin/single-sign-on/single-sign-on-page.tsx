import type { SingleSignOn } from '@repo/contract/single-sign-on';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isNotFound } from '#lib/api/is-not-found.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { DomainsCard } from './domains-card.tsx';
import { singleSignOnQuery } from './single-sign-on-query.ts';
import { TestCard } from './test-card.tsx';

/** The single sign-on of one organization. */
export function SingleSignOnPage({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(singleSignOnQuery(id));
  usePageTitle(
    data === undefined ? 'Single Sign-On' : `Single Sign-On · ${data.organization.name}`,
  );
  if (data !== undefined) return <Cards singleSignOn={data} />;
  if (error === null) {
    return <LoadingState label="Loading single sign-on..." className="animate-appear-late" />;
  }
  return (
    <LoadFailure
      noun="organization"
      failure="Failed to load single sign-on"
      error={isNotFound(error) ? undefined : error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function Cards({ singleSignOn }: { singleSignOn: SingleSignOn }) {
  const client = useQueryClient();
  const { organization, redirectAddress, logoutAddress, signInAddress, connection, domains } =
    singleSignOn;
  const store = (next: SingleSignOn) =>
    client.setQueryData(adminKeys.singleSignOn(organization.id), next);
  const reload = () =>
    client.invalidateQueries({ queryKey: adminKeys.singleSignOn(organization.id) });
  return (
    <AdminPage
      width="form"
      title="Single Sign-On"
      description={`Members of ${organization.name} sign in with their company’s identity provider by OpenID Connect.`}
    >
      <Card
        title="For the Provider"
        description="Register a web application with the authorization code flow there, and give it these addresses."
      >
        <div className="flex flex-col gap-4">
          <CopyField label="Redirect address" value={redirectAddress} />
          <CopyField
            label="Back-channel logout address"
            hint="Optional. The provider then ends the sessions here of someone who signs out there."
            value={logoutAddress}
          />
          {connection === null ? null : (
            <CopyField
              label="Sign-in address"
              hint="Goes straight to the provider without asking for an email, for example from an intranet page."
              value={signInAddress}
            />
          )}
        </div>
      </Card>
      <ConnectionCard
        key={`${connection?.issuer} ${connection?.clientId}`}
        organizationId={organization.id}
        connection={connection}
        afterSignOutAddress={singleSignOn.afterSignOutAddress}
        onChanged={store}
        onRemoved={reload}
      />
      {connection === null ? null : (
        <TestCard organizationId={organization.id} connection={connection} onTested={reload} />
      )}
      <DomainsCard organizationId={organization.id} domains={domains} onChanged={store} />
      <Card
        title="Provisioning"
        description="The provider can also create, rename and deactivate the users of verified domains, by SCIM."
        footer={
          <Button asChild>
            <Link to={`/admin/organizations/${organization.id}/provisioning`}>
              Set Up Provisioning
            </Link>
          </Button>
        }
      />
    </AdminPage>
  );
}
