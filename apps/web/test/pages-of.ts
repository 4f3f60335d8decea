import type { RouteObject } from 'react-router';

/** The paths of all routes that show a page, without those that redirect or catch the rest. */
export function pagesOf(list: readonly RouteObject[], parent = ''): string[] {
  return list.flatMap((route) => {
    const path = route.path?.startsWith('/')
      ? route.path
      : [parent, route.path].filter(Boolean).join('/');
    if (route.children !== undefined) return pagesOf(route.children, path);
    const isRedirect = route.element !== undefined;
    return isRedirect || path.includes('*') ? [] : [path.startsWith('/') ? path : `/${path}`];
  });
}
