import { useParams } from 'react-router';
import { AccountDetail } from '../../features/account-detail/account-detail.tsx';
import { ActivityPanel } from '../../features/activity/activity-panel.tsx';

export function Component() {
  const { accountId = '' } = useParams();
  return (
    <AccountDetail
      key={accountId}
      accountId={accountId}
      renderActivity={(activity) => <ActivityPanel {...activity} />}
    />
  );
}
