import { existsSync, readFileSync } from 'node:fs';
import { findHouseProblems, findLongFiles, houseRules } from './house-rules.ts';
import { trackedFiles } from './tracked-files.ts';

// `npm run check:house`: patterns that belong to few places of the repository stay there.

// A deleted file is tracked until the deletion is committed.
const sources = trackedFiles()
  .filter((file) => houseRules.some((rule) => rule.files.test(file)) && existsSync(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const problems = [...findHouseProblems(houseRules, sources), ...findLongFiles(sources)];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${sources.length} files follow ${houseRules.length} rules of scripts/house-rules.ts`);
