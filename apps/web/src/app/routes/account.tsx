import { useNavigate, useParams } from 'react-router';
import { AccountDomains } from '#features/account-changes/account-domains.tsx';
import { AccountMenu } from '#features/account-changes/account-menu.tsx';
import { AccountName } from '#features/account-edits/account-name.tsx';
import { AccountNote } from '#features/account-edits/account-note.tsx';
import { AccountOwner } from '#features/account-edits/account-owner.tsx';
import { AccountDetail } from '#features/account-detail/account-detail.tsx';
import { AccountShares } from '#features/account-shares/account-shares.tsx';
import { ActivityPanel } from '#features/activity/activity-panel.tsx';
import { AccountRelationship } from '#features/people/account-relationship.tsx';
import { AccountTags } from '#features/tags/account-tags.tsx';
import { FavouriteButton } from '#lib/own-accounts/favourite-button.tsx';
import { RecordVisit } from '#lib/own-accounts/record-visit.tsx';
import { isFullServer } from '#lib/server-level.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { lazyPart } from '../lazy-part.tsx';

/** Loaded when the menu of an activity is first opened. */
const ItemMenu = lazyPart(
  async () => (await import('#features/activity/activity-menu.tsx')).ActivityMenu,
);

export function Component() {
  const { accountId = '' } = useParams();
  const workspace = useWorkspace();
  const navigate = useNavigate();
  return (
    <AccountDetail
      key={accountId}
      accountId={accountId}
      renderMenu={
        isFullServer()
          ? (account) => (
              <>
                <RecordVisit workspaceId={workspace.id} accountId={account.id} />
                <FavouriteButton workspaceId={workspace.id} account={account} />
                <AccountMenu
                  account={account}
                  onDeleted={() => void navigate(workspacePath(workspace))}
                />
              </>
            )
          : undefined
      }
      renderName={isFullServer() ? (account) => <AccountName account={account} /> : undefined}
      renderInformation={(account) => (
        <>
          {isFullServer() ? <AccountDomains account={account} /> : null}
          {isFullServer() ? (
            <AccountRelationship
              account={account}
              accountPath={workspacePath(workspace, `accounts/${encodeURIComponent(account.id)}`)}
            />
          ) : null}
          {isFullServer() ? (
            <>
              <AccountShares accountId={account.id} />
              <AccountOwner account={account} />
              <AccountTags account={account} />
              <AccountNote account={account} />
            </>
          ) : null}
        </>
      )}
      renderItemMenu={
        isFullServer() ? ({ key, ...menu }) => <ItemMenu key={key} {...menu} /> : undefined
      }
      renderActivity={(activity) => <ActivityPanel {...activity} />}
    />
  );
}
