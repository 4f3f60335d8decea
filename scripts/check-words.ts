import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { allowedWords } from './allowed-words.ts';
import { findWordProblems, type WordProblem } from './word-rules.ts';

// Names, comments and documents use the terms of docs/GLOSSARY.md.

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|md)$/.test(file) && !isExempt(file));

const found = new Map<string, WordProblem[]>();
for (const file of files) {
  const problems = findWordProblems(file, readIfPresent(file));
  if (problems.length > 0) found.set(file, problems);
}

const problems = [...found].flatMap(([file, list]) =>
  list.length > (allowedWords[file] ?? 0) ? list : [],
);
for (const { file, line, found: text, use } of problems) {
  console.error(`${file}:${line}: "${text}" – use: ${use}`);
}
const stale = Object.entries(allowedWords).filter(
  ([file, count]) => (found.get(file)?.length ?? 0) < count,
);
for (const [file, count] of stale) {
  const now = found.get(file)?.length ?? 0;
  console.error(`scripts/allowed-words.ts allows ${count} for ${file}; it has ${now}. Lower it.`);
}
if (problems.length > 0 || stale.length > 0) process.exit(1);
console.log(`${files.length} files use the terms of docs/GLOSSARY.md`);

/** Migrations never change, the changelog has former names, and the rules contain the words. */
function isExempt(file: string): boolean {
  return (
    file.startsWith('apps/server/src/migrations/') ||
    file.startsWith('docs/proof/') ||
    file === 'CHANGELOG.md' ||
    /^scripts\/(word-rules|allowed-words)/.test(file)
  );
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Deleted and not committed yet.
    return '';
  }
}
