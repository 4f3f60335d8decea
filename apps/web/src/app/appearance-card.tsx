import { useState, useSyncExternalStore } from 'react';
import {
  readSingleKeyShortcuts,
  subscribeToSingleKeyShortcuts,
  writeSingleKeyShortcuts,
} from '#lib/shortcuts.ts';
import { readTimeFormat, writeTimeFormat } from '#lib/time/time-format.ts';
import { tick } from '#lib/time/use-now.ts';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { SegmentedControl } from '#ui/forms/segmented-control.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useCommands } from './commands/commands.tsx';
import { useTheme } from './theme-provider.tsx';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const TIME_FORMATS = [
  { value: 'automatic', label: 'Automatic' },
  { value: '12-hour', label: '12 hours' },
  { value: '24-hour', label: '24 hours' },
] as const;

/** The theme, the format of times and the shortcuts of this browser; each takes effect at once. */
export function AppearanceCard() {
  const { preference, setPreference } = useTheme();
  const commands = useCommands();
  const [timeFormat, setTimeFormat] = useState(readTimeFormat);
  const isOn = useSyncExternalStore(subscribeToSingleKeyShortcuts, readSingleKeyShortcuts);
  return (
    <Card title="Appearance and Keyboard" description="For this browser, saved at once.">
      <div className="flex flex-col items-start gap-4">
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-grid font-medium">
            Theme
          </span>
          <SegmentedControl
            label="Theme"
            options={THEMES}
            value={preference}
            onValueChange={setPreference}
          />
        </div>
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-grid font-medium">
            Time format
          </span>
          <SegmentedControl
            label="Time format"
            options={TIME_FORMATS}
            value={timeFormat}
            onValueChange={(format) => {
              writeTimeFormat(format);
              setTimeFormat(format);
              tick();
            }}
          />
        </div>
        {commands === undefined ? null : (
          <>
            <Checkbox
              label="Single-key shortcuts"
              hint="Switch them off if you use speech input, or press keys by accident."
              checked={isOn}
              onChange={({ target }) => writeSingleKeyShortcuts(target.checked)}
            />
            <Button size="small" onClick={commands.openHelp}>
              Show Keyboard Shortcuts
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
