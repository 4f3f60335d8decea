/**
 * All that the administration shows stands in the cache under this one key, so that whatever
 * changes people, organizations or workspaces, also outside of it, renews it all.
 */
export const ADMIN_KEY = 'admin';
