import { createRequire } from 'node:module';
import { cruise, type ICruiseResult } from 'dependency-cruiser';

const require = createRequire(import.meta.url);

export interface ImportReport {
  /** TypeScript files that were read. */
  files: string[];
  /** One line for each broken rule: the rule, from where, to where. */
  violations: string[];
  imports: Import[];
}

export interface Import {
  from: string;
  to: string;
}

/**
 * Checks the imports below some folders against `.dependency-cruiser.cjs`.
 *
 * @param baseDir the folder that the rules' paths start at.
 */
export async function importReport(roots: string[], baseDir: string): Promise<ImportReport> {
  const { options, ...ruleSet } = require('../.dependency-cruiser.cjs');
  const { output } = await cruise(roots, {
    ...options,
    tsConfig: undefined,
    ruleSet,
    validate: true,
    baseDir,
    // Workspace packages are reached through the `exports` of their package.json.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
    exclude: { path: '(^|/)(node_modules|dist)/' },
  });
  const { modules, summary } = output as ICruiseResult;
  return {
    files: modules.map(({ source }) => source).filter((source) => /\.tsx?$/.test(source)),
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    ),
  };
}
