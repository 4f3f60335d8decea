import { OwnDataPage } from '#features/own-data/own-data-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';

export function Component() {
  usePageTitle('Your Data');
  return <OwnDataPage />;
}
