/**
 * The header of every response of the API during maintenance, beyond the specification: the message for users, as
 * `encodeURIComponent` writes it. Without it there is no maintenance.
 */
export const MAINTENANCE_HEADER = 'maintenance-message';
