import type { ProviderDescriptor } from '@repo/contract/providers';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { integrationsQuery } from '../../../lib/integrations/integrations-query.ts';
import { storeResumeTarget } from '../../../lib/resume-after-connect.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { useConnect } from './use-connect.ts';

/**
 * Connects the mailbox from another page: at once where there is one provider that only needs the
 * person's consent, else on the integrations page. Either way the import continues after it.
 */
export function ConnectMailboxButton() {
  const { data } = useQuery(integrationsQuery);
  const providers = data?.providers.filter(({ kind }) => kind === 'mail') ?? [];
  const [first, ...others] = providers;
  if (first?.connection === 'redirect' && others.length === 0) return <Connect provider={first} />;
  return (
    <Button asChild size="xsmall" variant="primary">
      <Link to="/integrations" onClick={() => storeResumeTarget('import')}>
        Connect Mailbox
      </Link>
    </Button>
  );
}

function Connect({ provider }: { provider: ProviderDescriptor }) {
  const { connect, connecting } = useConnect(provider, NO_DIALOGS);
  return (
    <Button
      size="xsmall"
      variant="primary"
      loading={connecting}
      loadingLabel="Connecting..."
      onClick={() => {
        storeResumeTarget('import');
        connect();
      }}
    >
      {`Connect ${provider.name}`}
    </Button>
  );
}

/** A provider that is connected by consent opens none. */
const NO_DIALOGS = { openApiKey: () => {}, openWebhook: () => {} };
