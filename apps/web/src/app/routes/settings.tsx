import { SettingsPage } from '#features/own-settings/settings-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { AppearanceCard } from '../appearance-card.tsx';

export function Component() {
  usePageTitle('Settings');
  return <SettingsPage appearance={<AppearanceCard />} />;
}
