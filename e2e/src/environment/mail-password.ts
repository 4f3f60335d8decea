/** The password that the stand-in for mail servers accepts for every user. */
export const mailPassword = 'mail-password';
