import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { domainsQuery } from '#features/domains/domains-query.ts';
import { DISCOVERY_PATH } from '#features/import-wizard/wizard-step.ts';
import { IntegrationsPage } from '#features/integrations/integrations-page.tsx';
import { isFullServer } from '#lib/server-level.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { mailboxOf } from '#lib/integrations/use-mailbox.ts';
import { readResumeTarget } from '#lib/resume-after-connect.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { lazyPart } from '../lazy-part.tsx';

const MailFilesCard = lazyPart(
  async () => (await import('#features/mail-files/mail-files-card.tsx')).MailFilesCard,
);

/** The import wizard sends users here to connect a mailbox. */
const IMPORT_CONNECT_PROMPT = {
  purpose: 'import accounts',
  path: DISCOVERY_PATH,
  linkLabel: 'Continue Import',
} as const;

/** A mailbox without a company to follow shows nothing. */
const DISCOVERY_PROMPT = {
  purpose: 'find the companies you are in touch with',
  path: DISCOVERY_PATH,
  linkLabel: 'Discover Accounts',
} as const;

export function Component() {
  usePageTitle('Integrations');
  const navigate = useNavigate();
  const [continuation] = useState(readResumeTarget);
  const tracksNothing = useTracksNothing();
  const leadsOn = isFullServer() && continuation === 'import';
  return (
    <IntegrationsPage
      connectPrompt={
        continuation === 'import'
          ? IMPORT_CONNECT_PROMPT
          : tracksNothing
            ? DISCOVERY_PROMPT
            : undefined
      }
      onMailboxConnected={
        leadsOn ? () => void navigate(DISCOVERY_PATH, { replace: true }) : undefined
      }
      otherImports={isFullServer() ? <MailFilesCard /> : undefined}
    />
  );
}

/** Whether a mailbox is connected that no company is followed in yet. */
function useTracksNothing(): boolean {
  const { data: integrations } = useQuery(integrationsQuery);
  const isConnected = integrations !== undefined && mailboxOf(integrations).isConnected;
  const { data: domains } = useQuery({
    ...domainsQuery,
    enabled: isConnected && isFullServer(),
  });
  return isConnected && domains?.length === 0;
}
