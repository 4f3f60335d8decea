import { limits } from './page-limits.ts';
import { reservedSlugs } from './reserved-slugs.ts';

const form = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Why a text cannot be a workspace's slug; undefined when it can. */
export function workspaceSlugProblem(slug: string): string | undefined {
  if (slug === '') return 'Slug is required';
  if (slug.length > limits.slugLength)
    return `Slug must be at most ${limits.slugLength} characters`;
  if (!form.test(slug)) {
    return 'Slug must be lower-case letters, digits and hyphens, with a letter or digit at both ends';
  }
  return undefined;
}

/** Why a text cannot be an organization's slug, which is the first part of addresses. */
export function organizationSlugProblem(slug: string): string | undefined {
  if (reservedSlugs.includes(slug)) return `The slug "${slug}" is reserved`;
  return workspaceSlugProblem(slug);
}
