/** A copy of a text: a slice would keep all that it was cut from in memory. */
export const detach = (text: string): string => Buffer.from(text).toString();
