import { useNavigate, useParams } from 'react-router';
import { AccountDomains } from '../../features/account-changes/account-domains.tsx';
import { AccountMenu } from '../../features/account-changes/account-menu.tsx';
import { AccountNote } from '../../features/account-owner/account-note.tsx';
import { AccountOwner } from '../../features/account-owner/account-owner.tsx';
import { AccountDetail } from '../../features/account-detail/account-detail.tsx';
import { ActivityPanel } from '../../features/activity/activity-panel.tsx';
import { AccountRelationship } from '../../features/people/account-relationship.tsx';
import { hasFeature } from '../../lib/features.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { workspacePath } from '../../lib/workspaces/workspace-path.ts';

export function Component() {
  const { accountId = '' } = useParams();
  const workspace = useWorkspace();
  const navigate = useNavigate();
  return (
    <AccountDetail
      key={accountId}
      accountId={accountId}
      renderMenu={
        hasFeature('account-changes')
          ? (account) => (
              <AccountMenu
                account={account}
                onDeleted={() => void navigate(workspacePath(workspace))}
              />
            )
          : undefined
      }
      renderInformation={(account) => (
        <>
          {hasFeature('account-domains') ? <AccountDomains account={account} /> : null}
          {hasFeature('relationships') ? (
            <AccountRelationship
              account={account}
              accountPath={workspacePath(workspace, `accounts/${encodeURIComponent(account.id)}`)}
            />
          ) : null}
          {hasFeature('account-owners') && hasFeature('members') ? (
            <>
              <AccountOwner account={account} />
              <AccountNote account={account} />
            </>
          ) : null}
        </>
      )}
      renderActivity={(activity) => <ActivityPanel {...activity} />}
    />
  );
}
