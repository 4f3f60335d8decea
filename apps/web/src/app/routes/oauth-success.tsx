import { useSearchParams } from 'react-router';
import { OauthReturn } from '../../features/integrations/oauth-return.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function Component() {
  usePageTitle('Integrations');
  const [search] = useSearchParams();
  return <OauthReturn search={search} />;
}
