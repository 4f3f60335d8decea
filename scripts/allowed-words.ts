export const allowedWords: Readonly<Record<string, number>> = {};
