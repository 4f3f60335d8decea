/**
 * Names of zones that are not IANA's: those that Windows writes in its user's language, and those of Unicode
 * CLDR. Sources: the text in brackets that browsers on Windows show behind a date in that language, and
 * `Intl.DateTimeFormat` with `timeZoneName`. A name of two zones is missing here.
 */
const names: Readonly<Record<string, readonly string[]>> = {
  UTC: ['Universal Coordinated Time', 'Coordinated Universal Time', 'Utc', 'Zulu', 'Z'],
  'Etc/GMT': ['Greenwich Mean Time'],
  'Europe/London': ['GMT Daylight Time', 'British Summer Time', 'British Time'],
  'Europe/Berlin': [
    'Central European Time',
    'Central European Summer Time',
    'CEST',
    'Mitteleuropäische Zeit',
    'Mitteleuropäische Normalzeit',
    'Mitteleuropäische Sommerzeit',
    'heure d’Europe centrale',
    'heure normale d’Europe centrale',
    'heure d’été d’Europe centrale',
    'hora de Europa central',
    'hora estándar de Europa central',
    'hora de verano de Europa central',
    'ora dell’Europa centrale',
    'ora standard dell’Europa centrale',
    'ora legale dell’Europa centrale',
    'ora solare Europa occidentale',
    'ora legale Europa occidentale',
    'Horário da Europa Central',
    'Midden-Europese tijd',
    'Midden-Europese standaardtijd',
    'Midden-Europese zomertijd',
    'West-Europa (standaardtijd)',
    'West-Europa (zomertijd)',
    'czas środkowoeuropejski',
    'centraleuropeisk tid',
    'centraleuropeisk normaltid',
    'centraleuropeisk sommartid',
    'Västeuropa, normaltid',
    'Västeuropa, sommartid',
    'Vest-Europa (normaltid)',
    'Vest-Europa (sommertid)',
    'Центральная Европа, стандартное время',
  ],
  'Europe/Paris': [
    'Romance Daylight Time',
    'Hora estándar romance',
    'Hora de verano romance',
    'Paris, Madrid (heure d’été)',
  ],
  'Europe/Warsaw': ['Środkowoeuropejski czas stand.', 'Środkowoeuropejski czas letni'],
  'Europe/Prague': ['Střední Evropa (běžný čas)', 'Střední Evropa (letní čas)'],
  'Europe/Budapest': ['Közép-európai téli idő', 'Közép-európai nyári idő'],
  'Europe/Helsinki': ['Eastern European Time', 'FLE, normaaliaika', 'FLE (kesäaika)'],
  'Europe/Istanbul': ['Türkiye Standart Saati'],
  'Europe/Moscow': ['Moscow Standard Time', 'RTZ 2 (зима)', 'Москва, стандартное время'],
  'America/New_York': [
    'Eastern',
    'US-Eastern',
    'EDT',
    'Eastern Time',
    'Eastern Time (US & Canada)',
    'Eastern Daylight Time',
    'Hora estándar del Este',
    'Hora de verano del Este',
    'heure normale de l’Est nord-américain',
    'Nordamerikanische Ostküstenzeit',
  ],
  'America/Chicago': [
    'US-Central',
    'CDT',
    'Central Time (US & Canada)',
    'Central Daylight Time',
    'Nordamerikanische Zentralzeit',
  ],
  'America/Denver': [
    'Mountain',
    'US-Mountain',
    'MDT',
    'Mountain Time',
    'Mountain Time (US & Canada)',
    'Mountain Daylight Time',
  ],
  'America/Los_Angeles': [
    'Pacific',
    'US-Pacific',
    'PST',
    'PDT',
    'Pacific Time',
    'Pacific Time (US & Canada)',
    'Pacific Daylight Time',
    'Hora estándar del Pacífico',
    'Hora de verano del Pacífico',
    'Nordamerikanische Westküstenzeit',
  ],
  'America/Halifax': ['Atlantic Time (Canada)', 'Atlantic Daylight Time'],
  'America/Sao_Paulo': ['Hora oficial do Brasil', 'Horário brasileiro de verão', 'Brasilia'],
  'Asia/Tokyo': ['東京 (標準時)', '日本標準時', 'Japan Standard Time'],
  'Asia/Shanghai': ['中国标准时间', 'Beijing'],
  'Asia/Taipei': ['台北標準時間', '台北标准时间'],
  'Asia/Seoul': ['대한민국 표준시', '한국 표준시'],
  'Asia/Kolkata': ['Indian Standard Time', 'Chennai', 'Mumbai', 'New Delhi'],
  'Australia/Sydney': ['Canberra'],
};

/** As names are compared: case, apostrophes and spaces differ between programs. */
export const plainName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll('\\', '')
    .replaceAll(/['`´‘]/g, '’')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s"]+|[\s"]+$/g, '')
    .toLowerCase();

/** IANA names by plain names. */
export const zonesByName: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([zone, known]) => known.map((name) => [plainName(name), zone])),
);

/** Abbreviations that stand for several zones, whatever else knows them as one. */
export const ambiguousNames: ReadonlySet<string> = new Set(
  [
    'act',
    'aet',
    'art',
    'ast',
    'bet',
    'bst',
    'cat',
    'cnt',
    'cst',
    'ctt',
    'eat',
    'ect',
    'iet',
  ].concat(['ist', 'mit', 'net', 'nst', 'plt', 'pnt', 'prt', 'sst', 'vst']),
);
