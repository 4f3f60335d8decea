import { useParams } from 'react-router';
import { ProvisioningPage } from '#features/admin/provisioning/provisioning-page.tsx';

export function Component() {
  const { organizationId = '' } = useParams();
  return <ProvisioningPage key={organizationId} id={organizationId} />;
}
