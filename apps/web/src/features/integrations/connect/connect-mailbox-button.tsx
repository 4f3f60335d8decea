import type { ProviderDescriptor } from '@repo/contract/providers';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { storeResumeTarget } from '#lib/resume-after-connect.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { useConnect } from './use-connect.ts';

/**
 * Connects the mailbox from another page: at once with the providers that only need the user's consent, with
 * any other on the integrations page. Either way the import continues after it. One button, which offers a
 * choice where there is one.
 */
export function ConnectMailboxButton() {
  const { data } = useQuery(integrationsQuery);
  const providers = data?.providers.filter(({ kind }) => kind === 'mail') ?? [];
  const byConsent = providers.filter(({ connection }) => connection === 'redirect');
  const [first] = byConsent;
  if (first === undefined) {
    return (
      <Button asChild size="xsmall" variant="primary">
        <Link {...toIntegrations}>Connect Mailbox</Link>
      </Button>
    );
  }
  return providers.length === 1 ? (
    <ConnectButton provider={first} />
  ) : (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button size="xsmall" variant="primary">
          Connect Mailbox
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Where is your mail?</DropdownMenuLabel>
        {byConsent.map((provider) => (
          <ConnectItem key={provider.id} provider={provider} />
        ))}
        {providers.length > byConsent.length ? (
          <DropdownMenuItem asChild>
            <Link {...toIntegrations}>
              <span className="min-w-0 flex-1 truncate">Other Mailbox</span>
              <span className="text-grid text-faint">IMAP or a file</span>
            </Link>
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const toIntegrations = { to: '/integrations', onClick: () => storeResumeTarget('import') };

function useConnectForImport(provider: ProviderDescriptor) {
  const { connect, connecting } = useConnect(provider, NO_DIALOGS);
  return {
    connecting,
    connect: () => {
      storeResumeTarget('import');
      connect();
    },
  };
}

function ConnectButton({ provider }: { provider: ProviderDescriptor }) {
  const { connect, connecting } = useConnectForImport(provider);
  return (
    <Button
      size="xsmall"
      variant="primary"
      loading={connecting}
      loadingLabel="Connecting..."
      onClick={connect}
    >
      {`Connect ${provider.name}`}
    </Button>
  );
}

/** Leaves the menu open until the browser leaves the page. */
function ConnectItem({ provider }: { provider: ProviderDescriptor }) {
  const { connect, connecting } = useConnectForImport(provider);
  return (
    <DropdownMenuItem
      disabled={connecting}
      onSelect={(event) => {
        event.preventDefault();
        connect();
      }}
    >
      {connecting ? 'Connecting...' : provider.name}
    </DropdownMenuItem>
  );
}

/** A provider that is connected by consent opens none. */
const NO_DIALOGS = { openApiKey: () => {}, openSignIn: () => {}, openWebhook: () => {} };
