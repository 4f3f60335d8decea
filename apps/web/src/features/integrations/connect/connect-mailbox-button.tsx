import type { ProviderDescriptor } from '@repo/contract/providers';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { storeResumeTarget } from '#lib/resume-after-connect.ts';
import { Button } from '#ui/forms/button.tsx';
import { useConnect } from './use-connect.ts';

/** Providers with a button of their own; more would hide which one is meant. */
const MAX_BUTTONS = 2;

/**
 * Connects the mailbox from another page: at once with the providers that only need the person's
 * consent, with any other on the integrations page. Either way the import continues after it.
 */
export function ConnectMailboxButton() {
  const { data } = useQuery(integrationsQuery);
  const providers = data?.providers.filter(({ kind }) => kind === 'mail') ?? [];
  const byConsent = providers.filter(({ connection }) => connection === 'redirect');
  if (byConsent.length === 0 || byConsent.length > MAX_BUTTONS) {
    return <IntegrationsLink variant="primary">Connect Mailbox</IntegrationsLink>;
  }
  return (
    <span className="flex flex-wrap gap-1.5">
      {byConsent.map((provider) => (
        <Connect key={provider.id} provider={provider} />
      ))}
      {providers.length > byConsent.length ? (
        <IntegrationsLink variant="bare">Other Mailbox</IntegrationsLink>
      ) : null}
    </span>
  );
}

function IntegrationsLink({
  variant,
  children,
}: {
  variant: 'primary' | 'bare';
  children: string;
}) {
  return (
    <Button asChild size="xsmall" variant={variant}>
      <Link to="/integrations" onClick={() => storeResumeTarget('import')}>
        {children}
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
const NO_DIALOGS = { openApiKey: () => {}, openSignIn: () => {}, openWebhook: () => {} };
