import { readFileSync } from 'node:fs';
import { trackedFiles } from './tracked-files.ts';
import { findWordProblems } from './word-rules.ts';

// Names, comments and documents use the terms of docs/GLOSSARY.md.

const files = trackedFiles().filter((file) => /\.(tsx?|md)$/.test(file) && !isExempt(file));

const problems = files.flatMap((file) => findWordProblems(file, readIfPresent(file)));
for (const { file, line, found: text, use } of problems) {
  console.error(`${file}:${line}: "${text}" – use: ${use}`);
}
if (problems.length > 0) process.exit(1);
console.log(`${files.length} files use the terms of docs/GLOSSARY.md`);

/** Migrations and their columns never change, the changelog has former names, and the rules contain the words. */
function isExempt(file: string): boolean {
  return (
    file.startsWith('apps/server/src/migrations/') ||
    file.startsWith('docs/proof/') ||
    file === 'docs/data-model.md' ||
    file === 'CHANGELOG.md' ||
    file.startsWith('scripts/word-rules')
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
