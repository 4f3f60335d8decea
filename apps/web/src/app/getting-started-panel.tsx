import type { Workspace } from '@repo/contract/workspaces';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { Button } from '#ui/forms/button.tsx';
import { readCollapsed } from '#features/getting-started/getting-started-state.ts';
import { lazyPart } from './lazy-part.tsx';

async function loadSteps() {
  const [
    { GettingStarted: Steps },
    { ConnectMailboxButton },
    { DISCOVERY_PATH },
    { ShareCompanies },
  ] = await Promise.all([
    import('#features/getting-started/getting-started.tsx'),
    import('#features/integrations/connect/connect-mailbox-button.tsx'),
    import('#features/import-wizard/wizard-step.ts'),
    import('./share-companies.tsx'),
  ]);
  return (props: Props) => (
    <Steps
      {...props}
      discoveryPath={DISCOVERY_PATH}
      connectMailbox={<ConnectMailboxButton />}
      shareCompanies={
        isFullServer() ? (
          <ShareCompanies workspaceId={props.workspace.id}>
            {(open) => (
              <Button size="xsmall" variant="primary" disabled={open === undefined} onClick={open}>
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
  );
}

type Props = { workspace: Workspace; hasAccounts: boolean };

/**
 * The first steps in a workspace. Loaded only where they are shown: they include the code that connects
 * mailboxes. Take as much room while they load as afterwards.
 */
export const GettingStartedPanel = lazyPart<Props>(loadSteps, ({ workspace }) => (
  <div className="shrink-0" style={{ height: readCollapsed() ? 41 : openHeight(workspace) }} />
));

/** The heading, and one row of steps, two rows, or one step open among the others. */
const openHeight = ({ role }: Workspace) =>
  innerWidth >= 1024 ? 177 : innerWidth >= 640 ? 313 : role === 'owner' ? 327 : 277;
