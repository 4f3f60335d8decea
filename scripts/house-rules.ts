/** A pattern that belongs to few places of the repository. */
export interface HouseRule {
  name: string;
  pattern: RegExp;
  /** Where the rule applies. */
  files: RegExp;
  /** The files that may contain the pattern; a folder ends with a slash. Each of them does. */
  allowed: readonly string[];
  /** What to do instead. */
  instead: string;
  /** A line that breaks the rule, for its test. */
  example: string;
}

/** `npm run check:house`: decisions about the structure that the import rules cannot express. */
export const houseRules: readonly HouseRule[] = [
  {
    name: 'one file runs jobs',
    pattern: /\bjobs\.work\(/,
    files: /^(apps|packages|demo|bench|e2e)\/.*\.tsx?$/,
    allowed: ['apps/server/src/platform/jobs/register-jobs.ts'],
    instead: 'export a Job from a *.job.ts, list it in all-jobs.ts, and use registerJobs in tests',
    example: ['await jobs', 'work(someJob, 1, run);'].join('.'),
  },
  {
    name: 'modules know a cluster in their folders storage/ alone',
    pattern: /\b(isDistributed|treatAsCluster|storageBy)\b|\bpg_dist_/,
    files: /^apps\/server\/src\/modules\/.*(?<!\.(test|fixture))\.ts$/,
    allowed: [
      'accounts/storage/',
      'activities/publishing/publisher/',
      'activities/publishing/storage/',
      'activities/storage/',
      'auth/storage/',
      'integrations/storage/',
      'relationships/storage/',
    ].map((folder) => `apps/server/src/modules/${folder}`),
    instead:
      'name the operation in the interface of the module’s storage, for one node and a cluster',
    example: 'const rows = isDistributed(db) ? await onCluster(db) : await onOneNode(db);',
  },
  {
    name: 'no marks in text that is replaced afterwards',
    pattern: /u0001/,
    files: /^apps\//,
    allowed: [],
    instead: 'select columns and let one function map them; write the character as \\x01 in a test',
    example: ['const mark = "', 'u0001";'].join('\\'),
  },
  {
    name: 'times are shown in one time zone',
    pattern:
      /\bIntl\.DateTimeFormat\b|\.toLocale(Date|Time)String\(|\.toLocaleString\([^)]*(Style|hour|minute|day|month|year|timeZone)|\.[gs]et(Hours|Minutes|Date|Day|Month|FullYear)\(/,
    files: /^apps\/web\/src\/.*(?<!\.test)\.tsx?$/,
    allowed: ['apps/web/src/lib/time/'],
    instead: 'use formatInstant, formatExactTime, dayOf or another function of lib/time',
    example: ['new Intl', "DateTimeFormat('en').format(time);"].join('.'),
  },
  {
    name: 'imports climb two folders at most',
    pattern: /\b(from|import|import\(|mock\()\s*['"](\.\.\/){3}/,
    files: /^(apps|packages)\/.*\.tsx?$/,
    allowed: [],
    instead: 'name the folder from the top, as #modules/… or #features/… (imports in package.json)',
    example: ['import { x } from "..', '..', '..', 'lib/x.ts";'].join('/'),
  },
  {
    name: 'an import names the top folder that it leads to',
    pattern: /\b(from|import|import\(|mock\()\s*['"](\.\.\/)+(platform|modules|features|lib|ui)\//,
    files: /^apps\/(server|web)\/.*\.tsx?$/,
    allowed: [],
    instead:
      'write #platform/…, #modules/…, #features/…, #lib/… or #ui/… (imports in package.json)',
    example: ['import { x } from "..', 'lib/x.ts";'].join('/'),
  },
  {
    name: 'comments have 120 characters in a line at most',
    pattern: /^(?=.{121})(?!.*oxlint-)\s*(\/\/|\{?\/\*|\* )/,
    files: /^(apps|packages|demo|bench|e2e|scripts)\/.*\.tsx?$/,
    allowed: ['apps/server/src/migrations/'],
    instead: 'break the line, or say less',
    example: `// ${'a long line '.repeat(12)}`,
  },
];

/** The longest file, in lines; tests and migrations are excepted. */
const MAX_LINES = 300;

/** Longer files, with the reason. The list only shrinks. */
export const longFiles: Readonly<Record<string, string>> = {
  'apps/server/test/authorization/expected/accounts.ts':
    'A table of endpoints and their answers. Parts of it would have to be read together.',
};

/** @returns a sentence for each file that is too long, and for each exception that is not needed. */
export function findLongFiles(
  sources: readonly SourceFile[],
  known: Readonly<Record<string, string>> = longFiles,
): string[] {
  const tooLong = sources
    .filter(({ file }) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/migrations\//.test(file))
    .filter(({ text }) => text.trimEnd().split('\n').length > MAX_LINES)
    .map(({ file }) => file);
  return [
    ...tooLong
      .filter((file) => !(file in known))
      .map((file) => `${file}: has more than ${MAX_LINES} lines – divide it by what it is about`),
    ...Object.keys(known)
      .filter((file) => !tooLong.includes(file))
      .map((file) => `${file}: is not too long – remove it from longFiles in house-rules.ts`),
  ];
}

export interface SourceFile {
  file: string;
  text: string;
}

/** @returns a sentence for each line that breaks a rule, and for each permission no one uses. */
export function findHouseProblems(
  rules: readonly HouseRule[],
  sources: readonly SourceFile[],
): string[] {
  return rules.flatMap((rule) => {
    const found = sources
      .filter(({ file }) => rule.files.test(file))
      .flatMap(({ file, text }) => matchingLines(rule, text).map((line) => ({ file, line })));
    const isWithin = (file: string, location: string) =>
      location.endsWith('/') ? file.startsWith(location) : file === location;
    const misplaced = found
      .filter(({ file }) => !rule.allowed.some((location) => isWithin(file, location)))
      .map(({ file, line }) => `${file}:${line}: ${rule.name} – ${rule.instead}`);
    const unused = rule.allowed
      .filter((location) => !found.some(({ file }) => isWithin(file, location)))
      .map((location) => `${location}: no longer needs its permission in "${rule.name}"`);
    return [...misplaced, ...unused];
  });
}

const matchingLines = ({ pattern }: HouseRule, text: string): number[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
