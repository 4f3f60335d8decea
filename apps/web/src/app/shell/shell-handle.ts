import type { UIMatch } from 'react-router';

/** The breadcrumb of a page: of a workspace, of the user, or of the administration. */
export type BreadcrumbContext = 'workspace' | 'user' | 'admin';

/**
 * The properties that a route passes to the top bar. The context is inherited by the routes below;
 * each route with a crumb adds one to the trail.
 */
export type ShellHandle = {
  context?: BreadcrumbContext;
  /** Its text, or 'page-name' for the name that the page sets once it has loaded (`usePageTitle`). */
  crumb?: string | { from: 'page-name' };
};

export type Crumb = { label: string | { from: 'page-name' }; path: string };

export type Trail = { context: BreadcrumbContext; crumbs: Crumb[] };

/**
 * The trail of the page now on screen. A page without a context is a mistake in the route table
 * and throws, except in the administration, where the path is enough.
 */
export function readTrail(matches: readonly UIMatch[]): Trail {
  const crumbs: Crumb[] = [];
  let context: BreadcrumbContext | undefined;
  for (const { handle, pathname } of matches) {
    const { context: own, crumb } = (handle ?? {}) as ShellHandle;
    context = own ?? context;
    if (crumb !== undefined) crumbs.push({ label: crumb, path: pathname });
  }
  if (context !== undefined) return { context, crumbs };
  const path = matches.at(-1)?.pathname ?? '';
  if (/^\/admin(\/|$)/.test(path)) return { context: 'admin', crumbs };
  throw new Error(`The route of ${path} has no breadcrumb context. Give it one in app/routes.tsx.`);
}
