import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findReleaseProblems } from './release-problems.ts';
import { createSbom, findSbomGaps, type Lockfile } from './sbom.ts';

/**
 * `npm run release`: checks that what is committed can be released as the version in package.json,
 * and writes its software bill of materials to `release/`. Tags and publishes nothing. Works
 * without a network. Exit code 1, with what to do, when something is not as it has to be.
 */
const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });

const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
const lockfile = JSON.parse(read('package-lock.json')) as Lockfile;
const workspaces = Object.keys(lockfile.packages).filter(
  (folder) => folder !== '' && !folder.includes('node_modules'),
);
const problems = findReleaseProblems({
  version,
  workspaceVersions: Object.fromEntries(
    workspaces.map((folder) => [folder, JSON.parse(read(`${folder}/package.json`)).version]),
  ),
  changelog: read('CHANGELOG.md'),
  changes: git('status', '--porcelain').trim(),
  tags: git('tag').split('\n'),
});
const sbom = createSbom(root);
const gaps = findSbomGaps(sbom, lockfile);
if (gaps.length > 0) {
  problems.push(`The bill of materials lacks ${gaps.join(', ')}: run npm install and commit.`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

const file = path.join('release', `${name}-${version}.cdx.json`);
mkdirSync(path.join(root, 'release'), { recursive: true });
writeFileSync(path.join(root, file), `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${file}: ${sbom.components.length} packages. Publish it with the release, then run:`);
console.log(`git tag --annotate v${version} --message "Version ${version}"`);
