import { useNavigate, useParams } from 'react-router';
import { AccountMenu } from '../../features/account-changes/account-menu.tsx';
import { AccountNote } from '../../features/account-owner/account-note.tsx';
import { AccountOwner } from '../../features/account-owner/account-owner.tsx';
import { AccountDetail } from '../../features/account-detail/account-detail.tsx';
import { ActivityPanel } from '../../features/activity/activity-panel.tsx';
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
      renderInformation={
        hasFeature('account-owners') && hasFeature('members')
          ? (account) => (
              <>
                <AccountOwner account={account} />
                <AccountNote account={account} />
              </>
            )
          : undefined
      }
      renderActivity={(activity) => <ActivityPanel {...activity} />}
    />
  );
}
