/**
 * Everything that the administration shows is cached under this key, so that whatever
 * changes people, organizations or workspaces, also outside of it, renews it all.
 */
export const ADMIN_KEY = 'admin';
