import type { Workspace } from '@repo/contract/workspaces';
import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { hasFeature } from '../lib/features.ts';
import { Button } from '../ui/forms/button.tsx';
import { readCollapsed } from '../features/getting-started/getting-started-state.ts';
import { PartNotLoaded } from './part-not-loaded.tsx';

/** Loaded only where it is shown: it includes the code that connects mailboxes. */
const GettingStarted = lazy(() => loadSteps().catch(() => ({ default: PartNotLoaded })));

async function loadSteps() {
  const [
    { GettingStarted: Steps },
    { ConnectMailboxButton },
    { DISCOVERY_PATH },
    { ShareCompanies },
  ] = await Promise.all([
    import('../features/getting-started/getting-started.tsx'),
    import('../features/integrations/connect/connect-mailbox-button.tsx'),
    import('../features/import-wizard/wizard-step.ts'),
    import('./share-companies.tsx'),
  ]);
  return {
    default: (props: Props) => (
      <Steps
        {...props}
        discoveryPath={DISCOVERY_PATH}
        connectMailbox={<ConnectMailboxButton />}
        shareCompanies={
          hasFeature('bulk-sharing') ? (
            <ShareCompanies workspaceId={props.workspace.id}>
              {(open) => (
                <Button
                  size="xsmall"
                  variant="primary"
                  disabled={open === undefined}
                  onClick={open}
                >
                  Share Companies
                </Button>
              )}
            </ShareCompanies>
          ) : (
            <Button asChild size="xsmall">
              <Link to="/import-preferences">Share Companies</Link>
            </Button>
          )
        }
      />
    ),
  };
}

type Props = { workspace: Workspace; hasAccounts: boolean };

/** The first steps in a workspace. Takes as much room while it loads as afterwards. */
export function GettingStartedPanel(props: Props) {
  return (
    <Suspense
      fallback={
        <div
          className={clsx(
            'border-b border-line bg-subtle',
            readCollapsed() ? 'h-10' : 'h-41.5 max-sm:h-79',
          )}
        />
      }
    >
      <GettingStarted {...props} />
    </Suspense>
  );
}
