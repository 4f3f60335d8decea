/** The number of rejected words that a file may contain. Only for names that cannot change here. */
export const allowedWords: Readonly<Record<string, number>> = {};
