/** Says why a backup failed and what to do, as far as its error tells. */
export function explainFailure(error: unknown, folder: string): string {
  const { code, message = String(error) } = error as { code?: string; message?: string };
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${folder} is full: make room, lower BACKUP_KEEP, or choose another BACKUP_DIR.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The server must not write into ${folder}: let its user write there, or choose another BACKUP_DIR.`;
    case '53100':
      return 'The disk of the database is full: it needs the size of the database again to check a backup. Make room.';
    default:
      return message;
  }
}
