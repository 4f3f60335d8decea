import { existsSync } from 'node:fs';
import { importReport } from './import-rules.ts';
import { findSurfaceProblems } from './module-surfaces.ts';
import { trackedFiles } from './tracked-files.ts';

const sources = trackedFiles('*.ts', '*.tsx').filter(
  (file) => file.includes('/') && existsSync(file) && !file.endsWith('.d.ts'),
);
const roots = [...new Set(sources.map((file) => file.split('/')[0] ?? ''))];

const { files, violations, imports } = await importReport(roots, process.cwd());

// Without a compiler API the tool skips TypeScript without a word; a green result would mean
// nothing.
const seen = new Set(files);
const unread = sources.filter((file) => !seen.has(file));
for (const file of unread) console.error(`not read: ${file}`);
const problems = [...violations, ...findSurfaceProblems(files, imports)];
for (const problem of problems) console.error(problem);
if (unread.length > 0 || problems.length > 0) process.exit(1);
console.log(`${files.length} files keep the import rules`);
