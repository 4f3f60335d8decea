import { useParams } from 'react-router';
import { PeoplePage } from '#features/people/people-page.tsx';

export function Component() {
  const { accountId = '' } = useParams();
  return <PeoplePage key={accountId} accountId={accountId} />;
}
