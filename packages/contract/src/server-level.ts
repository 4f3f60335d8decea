/**
 * The level of a server: the specification alone, or everything in this contract. The server names its level
 * in the `server-level` meta tag of the page. On a server that knows only the specification, the web
 * application makes no request, sends no parameter or field and shows no control beyond it.
 */
export const serverLevels = ['specification', 'full'] as const;

export type ServerLevel = (typeof serverLevels)[number];
