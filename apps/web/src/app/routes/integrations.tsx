import { useState } from 'react';
import { DISCOVERY_PATH } from '../../features/import-wizard/wizard-step.ts';
import { IntegrationsPage } from '../../features/integrations/integrations-page.tsx';
import { readResumeTarget } from '../../lib/resume-after-connect.ts';
import { usePageTitle } from '../../lib/page/page-title.ts';

/** A mailbox is what the import wizard sends people here for. */
const IMPORT_CONNECT_PROMPT = {
  purpose: 'import accounts',
  path: DISCOVERY_PATH,
  linkLabel: 'Continue Import',
} as const;

export function Component() {
  usePageTitle('Integrations');
  const [continuation] = useState(readResumeTarget);
  return (
    <IntegrationsPage
      connectPrompt={continuation === 'import' ? IMPORT_CONNECT_PROMPT : undefined}
    />
  );
}
