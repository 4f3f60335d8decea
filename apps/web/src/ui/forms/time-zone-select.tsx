import { lazy } from '@repo/domain/lazy';
import { useMemo } from 'react';
import { ownTimeZone } from '#lib/time/own-time-zone.ts';
import { Select, type SelectOption } from './select.tsx';

type Props = {
  /** An IANA name; undefined when none is chosen. */
  value: string | undefined;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
};

/** One of all time zones, that of this browser first. */
export function TimeZoneSelect({ value, ...rest }: Props) {
  const groups = useMemo(() => {
    const own = ownTimeZone();
    const first = [...new Set(value === undefined ? [own] : [own, value])];
    const others = regions().map(({ label, options }) => ({
      label,
      options: options.filter((option) => !first.includes(option.value)),
    }));
    return [
      { label: 'Suggested', options: first.map(toOption) },
      ...others.filter(({ options }) => options.length > 0),
    ];
  }, [value]);
  return <Select {...rest} value={value} options={groups} className="w-full" />;
}

/** 'New York (America)': the city first, so that typing finds it. */
export function timeZoneLabel(name: string): string {
  const [city = '', ...areas] = name.replaceAll('_', ' ').split('/').toReversed();
  return areas.length === 0 ? city : `${city} (${areas.join(', ')})`;
}

const toOption = (name: string): SelectOption => ({ value: name, label: timeZoneLabel(name) });

const regions = lazy(() => {
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  const byRegion = Map.groupBy(new Set(names), (name) =>
    name.includes('/') ? (name.split('/')[0] ?? '') : 'Other',
  );
  return [...byRegion].map(([label, zones]) => ({
    label,
    options: zones
      .map((value) => ({
        value,
        // The heading of the group names the region.
        label: timeZoneLabel(value.replace(`${label}/`, '')),
      }))
      .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  }));
});
