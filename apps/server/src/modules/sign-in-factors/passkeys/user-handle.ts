/** The bytes by which an authenticator knows the user: those of the random id, which says nothing about them. */
export const handleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');
