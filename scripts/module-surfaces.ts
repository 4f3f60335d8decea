import type { Import } from './import-rules.ts';

/**
 * The files at the top level of a module are its public surface (.dependency-cruiser.cjs). These are at the top level
 * without a use elsewhere. The list only shrinks: move a file into a folder of its module, then remove its line.
 */
export const unusedSurface: readonly string[] = [
  'audit/account-fields.ts',
  'integrations/describe-integration.ts',
  'integrations/list-integrations.ts',
  'integrations/provider-descriptor.ts',
  'integrations/sandbox-help.ts',
];

const MODULES = 'apps/server/src/modules/';
const TOP_LEVEL = new RegExp(`^${MODULES}([^/]+)/[^/]+\\.ts$`);
const IS_ENTRY = /\.(routes|job)\.ts$/;
const IS_TEST = /\.(test|fixture)\.ts$/;

/**
 * Finds files at the top level of a module that only their own module imports. Routes and jobs are excepted, with the
 * functions beside them that jobs run.
 *
 * @param files all files of the repository.
 * @param known the files that are left out; each of them has to be one of those that are found.
 */
export function findSurfaceProblems(
  files: readonly string[],
  imports: readonly Import[],
  known: readonly string[] = unusedSurface,
): string[] {
  const used = new Set(
    imports
      .filter(({ from }) => /^(apps\/server\/src|demo)\//.test(from) && !IS_TEST.test(from))
      .filter(({ from, to }) => moduleOf(from) !== moduleOf(to))
      .map(({ to }) => to),
  );
  const isRunByJob = (file: string) => files.includes(file.replace(/\.ts$/, '.job.ts'));
  const unused = files
    .filter((file) => TOP_LEVEL.test(file) && !IS_ENTRY.test(file) && !IS_TEST.test(file))
    .filter((file) => !used.has(file) && !isRunByJob(file))
    .map((file) => file.slice(MODULES.length));
  return [
    ...unused
      .filter((file) => !known.includes(file))
      .map((file) => `${file}: only its module uses it. Move it into a folder of the module.`),
    ...known
      .filter((file) => !unused.includes(file))
      .map((file) => `${file}: remove it from unusedSurface in scripts/module-surfaces.ts`),
  ];
}

const moduleOf = (file: string): string | undefined =>
  file.startsWith(MODULES) ? file.slice(MODULES.length).split('/')[0] : undefined;
