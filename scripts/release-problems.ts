interface State {
  version: string;
  /** The versions of the workspaces, by folder. */
  workspaceVersions: Record<string, string | undefined>;
  changelog: string;
  /** The output of `git status --porcelain`. */
  changes: string;
  /** The tags there are. */
  tags: readonly string[];
}

/** The problems that prevent a release of this state of the repository; empty if there are none. */
export function findReleaseProblems(state: State): string[] {
  const { version, workspaceVersions, changelog, changes, tags } = state;
  const heading = changelog.match(/^## (\S+)(?: \((.*)\))?$/m);
  const problems: string[] = [];
  if (heading?.[1] !== version) {
    problems.push(
      `The first heading of CHANGELOG.md is for ${heading?.[1] ?? 'no version'}, package.json says ${version}: make them the same.`,
    );
  } else if (!/^\d{4}-\d\d-\d\d$/.test(heading[2] ?? '')) {
    problems.push(
      `CHANGELOG.md gives ${version} no date: write the day of the release in its heading, as "## ${version} (2026-01-31)".`,
    );
  }
  for (const [folder, own] of Object.entries(workspaceVersions)) {
    if (own !== version) problems.push(`${folder} has version ${own}: set it to ${version}.`);
  }
  if (tags.includes(`v${version}`)) {
    problems.push(`v${version} is released already: raise the version in package.json.`);
  }
  if (changes !== '') problems.push('There are changes that are not committed: commit them.');
  return problems;
}
