import { useSearchParams } from 'react-router';
import { ApprovalScreen } from '#features/integrations/connect/approval-screen.tsx';
import { ConfirmConnection } from '#features/integrations/connect/confirm-connection.tsx';
import { APPROVED } from '#features/integrations/connect/oauth-parameters.ts';
import { OauthReturn } from '#features/integrations/connect/oauth-return.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

/** Requires a session. Beyond the specification, which has no confirmation. */
export const CONFIRM_PATH = '/oauth/confirm';

export function Component() {
  usePageTitle('Integrations');
  const [search] = useSearchParams();
  const approved = search.get(APPROVED);
  if (approved !== null) return <ApprovalScreen isApproved={approved === 'true'} />;
  return <OauthReturn search={search} confirmPath={CONFIRM_PATH} />;
}

export function Confirm() {
  usePageTitle('Integrations');
  return <ConfirmConnection />;
}
