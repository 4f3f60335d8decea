import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The fields that are read of a CycloneDX document, https://cyclonedx.org/docs/1.5/json/. */
export interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string; version: string } };
  components: { 'bom-ref': string; purl: string; hashes?: { alg: string; content: string }[] }[];
}

export interface Lockfile {
  packages: Record<
    string,
    { name?: string; version?: string; integrity?: string; link?: boolean; dev?: boolean }
  >;
}

/**
 * The software bill of materials of all that the lockfile names, in CycloneDX. Nothing is fetched:
 * it works without a network and without installed packages. Packages for development are in it as
 * well, marked as such: with `--omit=dev` npm 11 drops packages that the product runs with.
 *
 * @throws an error with npm's own words where npm cannot make it.
 */
export function createSbom(root: string): Sbom {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    [
      'sbom',
      '--package-lock-only',
      '--offline',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const sbom = JSON.parse(stdout) as Sbom;
  // npm would name it after its folder.
  const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    name: string;
  };
  sbom.metadata.component.name = name;
  return sbom;
}

/** Packages that the lockfile names and the bill lacks, or names without a checksum. */
export function findSbomGaps(sbom: Sbom, lockfile: Lockfile): string[] {
  const known = new Map(sbom.components.map((component) => [component['bom-ref'], component]));
  return Object.entries(lockfile.packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true)
    .map(
      ([folder, { name, version }]) => `${name ?? folder.split('node_modules/').at(-1)}@${version}`,
    )
    .filter((ref) => !known.get(ref)?.hashes?.length);
}
