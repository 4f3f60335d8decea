import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestReport, TestResult } from './test-report.ts';

/** As Playwright's JSON reporter writes it. */
interface PlaywrightReport {
  config: { rootDir: string };
  suites: Suite[];
}

interface Suite {
  title: string;
  file: string;
  specs: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { error?: { message?: string } }[];
    }[];
  }[];
  suites?: Suite[];
}

/** The report of Playwright on the journeys, as vitest would write it. */
export function readJourneys(json: string): TestReport {
  const { config, suites } = JSON.parse(json) as PlaywrightReport;
  const testResults = suites.map((suite) => {
    const assertionResults = resultsOf(suite, []);
    const hasFailed = assertionResults.some(({ status }) => status === 'failed');
    return {
      name: path.join(config.rootDir, suite.file),
      status: hasFailed ? 'failed' : 'passed',
      message: '',
      assertionResults,
    };
  });
  return { testResults };
}

function resultsOf({ specs, suites = [] }: Suite, ancestorTitles: string[]): TestResult[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      ancestorTitles,
      title,
      status: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      failureMessages: results.flatMap(({ error }) =>
        error?.message === undefined ? [] : [stripVTControlCharacters(error.message)],
      ),
    })),
  );
  const inner = suites.flatMap((suite) => resultsOf(suite, [...ancestorTitles, suite.title]));
  return [...own, ...inner];
}
