import { windowsZones } from './windows-zones.ts';
import { plainName, zonesByName } from './zone-names.ts';
import { ianaZone, type Zone } from './zoned-time.ts';

const minuteMs = 60 * 1000;
/** Clocks are at most so far from UTC; minutes. */
const MAX_OFFSET = 15 * 60;

const offset = /^(?:utc|gmt)? ?([+-]) ?(\d{1,2})(?::?(\d{2}))?$/;
/** The beginnings of display names: '(UTC+01:00) Amsterdam, Berlin', '(GMT-05.00) Eastern Time'. */
const displayed = /^\((?:utc|gmt) ?(?:([+-]) ?(\d{1,2})[:.]?(\d{2})?)?\) ?(.+)$/;

/**
 * Finds the zone that a name means beyond doubt which is neither of IANA nor of Windows: a display name such as
 * '(UTC+01:00) Amsterdam, Berlin', a name in another language, a copy ('W. Europe Standard Time 1'), or an offset
 * ('UTC+1').
 *
 * @param name of limited length.
 */
export function guessZone(name: string): Zone | undefined {
  const plain = plainName(name);
  if (/^tzone:\/\/microsoft\/utc$/.test(plain)) return ianaZone('UTC');
  const [, sign, hours = '', minutes] = offset.exec(plain) ?? [];
  if (sign !== undefined) return fixedZone(minutesOf(sign, hours, minutes));
  const [, ahead, hour = '', minute, shown] = displayed.exec(plain) ?? [];
  if (shown === undefined) return namedZone(plain);
  return namedZone(shown, ahead === undefined ? 0 : minutesOf(ahead, hour, minute));
}

const minutesOf = (sign: string, hours: string, minutes = '0'): number =>
  (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));

/**
 * Creates a zone with a fixed offset.
 *
 * @param minutes ahead of UTC.
 */
export function fixedZone(minutes: number): Zone | undefined {
  if (Math.abs(minutes) > MAX_OFFSET) return undefined;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const digits = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':');
  return { name: `UTC${minutes < 0 ? '-' : '+'}${digits}`, offsetAt: () => minutes * minuteMs };
}

/** @param minutes the offset that the name states, which excludes places elsewhere. */
function namedZone(plain: string, minutes?: number): Zone | undefined {
  // A second import of a zone gets a number, and some programs name the clocks in summer.
  const standard = plain.replace(/ \d+$/, '').replace(/ daylight time$/, ' standard time');
  for (const name of [plain, standard]) {
    const known = zonesByName.get(name) ?? windowsByName().get(name);
    if (known !== undefined && fits(known, minutes)) return ianaZone(known);
  }
  for (const city of plain.split(/ ?[,;/] ?/)) {
    const known = zonesByName.get(city) ?? cities().get(city);
    if (known !== undefined && fits(known, minutes)) return ianaZone(known);
  }
  return undefined;
}

/** Whether the clocks of a zone have an offset in winter or summer. */
function fits(zone: string, minutes: number | undefined): boolean {
  if (minutes === undefined) return true;
  const { offsetAt } = ianaZone(zone);
  return [0, 6].some((month) => offsetAt(Date.UTC(2026, month, 1)) === minutes * minuteMs);
}

/** Caches the result of a function without arguments. */
function once<Result>(find: () => Result): () => Result {
  let found: Result | undefined;
  return () => (found ??= find());
}

const windowsByName = once(
  () => new Map([...windowsZones].map(([name, zone]) => [plainName(name), zone])),
);

/** The cities of IANA: 'Europe/Berlin' is that of Berlin. */
const cities = once(
  () =>
    new Map(
      Intl.supportedValuesOf('timeZone').map((zone) => [
        plainName((zone.split('/').at(-1) ?? '').replaceAll('_', ' ')),
        zone,
      ]),
    ),
);
