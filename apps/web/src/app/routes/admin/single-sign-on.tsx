import { useParams } from 'react-router';
import { SingleSignOnPage } from '#features/admin/single-sign-on/single-sign-on-page.tsx';

export function Component() {
  const { organizationId = '' } = useParams();
  return <SingleSignOnPage key={organizationId} id={organizationId} />;
}
