/** The readers of a table, in words that many tables share. */
export const server = 'The server alone';
export const owner = 'Its owner';
export const members = 'Members of the workspace';
export const member = 'The member it belongs to';
