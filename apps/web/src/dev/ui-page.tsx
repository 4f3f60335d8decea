import './ui-page.css';
import { useTheme } from '../app/theme-provider.tsx';
import type { ThemePreference } from '../app/theme.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SegmentedControl } from '#ui/forms/segmented-control.tsx';
import { ButtonSpecimens } from './button-specimens.tsx';
import { ContentSpecimens } from './content-specimens.tsx';
import { FloatSpecimens } from './float-specimens.tsx';
import { FormSpecimens } from './form-specimens.tsx';
import { StateSpecimens } from './state-specimens.tsx';
import { TokenSpecimens } from './token-specimens.tsx';

const PREFERENCES: { value: ThemePreference; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/**
 * Every part of the design system in every state, light and dark side by side. Development only.
 */
export function UiPage() {
  const { preference, setPreference } = useTheme();
  return (
    <main className="specimen-page">
      <title>Design system</title>
      <PageHeader
        title="Design system"
        description="What floats follows the theme of the page; the columns keep theirs."
        actions={
          <SegmentedControl
            label="Theme of the page"
            options={PREFERENCES}
            value={preference}
            onValueChange={setPreference}
          />
        }
      />
      <div className="specimen-columns">
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} data-theme={theme} className="specimen-column">
            <TokenSpecimens />
            <ButtonSpecimens />
            <FormSpecimens />
            <FloatSpecimens />
            <ContentSpecimens />
            <StateSpecimens />
          </div>
        ))}
      </div>
    </main>
  );
}
