/** Below a reserved path: '/settings' could be the address of an organization. */
export const SETTINGS_PATH = '/import-preferences/settings';
export const API_KEYS_PATH = `${SETTINGS_PATH}/api-keys`;
export const OWN_DATA_PATH = `${SETTINGS_PATH}/your-data`;
