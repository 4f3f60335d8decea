import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { benchmarks } from './benchmarks.ts';
import { proofs } from './proofs.ts';

const root = path.join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)));
const names = new Set(files.map((file) => path.basename(file)));
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Records of a run name what there was at that time. */
const documents = files.filter(
  (file) => file.endsWith('.md') && !/^docs\/proof\/|^CHANGELOG/.test(file),
);

/** Whether a file is in the repository; a path may leave out the folders above. */
const exists = (name: string) =>
  name.includes('/') ? files.some((file) => `/${file}`.endsWith(`/${name}`)) : names.has(name);

/**
 * The files of the repository that a document names in `code`, by name or path, without wildcards.
 */
function missingFiles(text: string): string[] {
  const named = text.matchAll(/`([\w.@-][\w./@-]*\.(?:tsx?|cjs|sh))`/g);
  return [...named].flatMap(([, name = '']) => (/NAME/.test(name) || exists(name) ? [] : [name]));
}

function missingLinks(document: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => target,
  );
  return targets.filter(
    (target) =>
      !/^(?:[a-z]+:|\/)/.test(target) &&
      !existsSync(path.join(root, path.dirname(document), target)),
  );
}

const missingScripts = (text: string): string[] =>
  [...text.matchAll(/\bnpm run ([\w:-]+)/g)].flatMap(([, name = '']) =>
    name in scripts ? [] : [name],
  );

const missingNames = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (bench|proof) -- ([\w-]+)/g)].flatMap(([, script, name = '']) =>
    ['NAME', 'all'].includes(name) || name in (script === 'bench' ? benchmarks : proofs)
      ? []
      : [name],
  );

test.each(documents)('%s names files, links and commands that exist', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  expect({
    files: missingFiles(text),
    links: missingLinks(document, text),
    commands: [...missingScripts(text), ...missingNames(text)],
  }).toEqual({ files: [], links: [], commands: [] });
});
