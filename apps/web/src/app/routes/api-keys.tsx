import { ApiKeysPage } from '#features/api-keys/api-keys-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('API Keys');
  return <ApiKeysPage />;
}
