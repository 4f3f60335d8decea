import { decodeWords } from 'postal-mime';
import type { MailHead } from './read-head.ts';

/** Google Takeout's labels for spam, trash and drafts, which it writes in the user's language. */
const excludedLabels = new Set(
  [
    'Spam, Trash, Bin, Drafts, Draft',
    'Papierkorb, Entwürfe',
    'Corbeille, Brouillons, Messages envoyés au spam',
    'Papelera, Borradores',
    'Cestino, Bozze, Posta indesiderata',
    'Lixeira, Lixo, Rascunhos',
    'Prullenbak, Concepten',
    'Kosz, Wersje robocze, Szkice',
    'Skräppost, Papperskorgen, Utkast',
    'Papirkurv, Kladder, Søppelpost',
    'Roskaposti, Roskakori, Luonnokset',
    'Koš, Koncepty',
    'Спам, Корзина, Черновики',
    'Çöp kutusu, Taslaklar',
    '迷惑メール, ゴミ箱, 下書き',
    '垃圾邮件, 已删除邮件, 草稿',
    '스팸함, 휴지통, 임시보관함',
  ].flatMap((line) => line.toLowerCase().split(', ')),
);

/** The bit of Thunderbird's status that marks a deleted email that is still in its file. */
const EXPUNGED = 0x0008;

/** Whether an email is a draft, spam, or deleted, as far as its headers say so. */
export function isExcluded(head: MailHead): boolean {
  const labels = (head.get('x-gmail-labels') ?? []).flatMap((text) => decodeWords(text).split(','));
  if (labels.some((label) => excludedLabels.has(label.trim().toLowerCase()))) return true;
  const [status = ''] = head.get('x-mozilla-status') ?? [];
  return (Number.parseInt(status, 16) & EXPUNGED) !== 0;
}

/** Folders and files that mail programs name so contain what is not imported. */
const excludedFolders = new Set([
  'trash',
  'deleted items',
  'deleted messages',
  'junk',
  'junk e-mail',
  'junk email',
  'spam',
  'bulk mail',
  'drafts',
]);

/** Draft and trashed, as a Maildir says in the name of a file. */
const excludedFlags = /:2,[A-Z]*[DT][A-Z]*$/i;

/** Whether the path of an entry says that it is a draft, spam or deleted. */
export function isExcludedPath(path: string): boolean {
  if (excludedFlags.test(path)) return true;
  return path
    .split('/')
    .map((part) => part.replace(/^\.(?:INBOX\.)?/i, '').replace(/\.(?:mbox|mbx|sbd)$/i, ''))
    .some((part) => excludedFolders.has(part.toLowerCase()));
}
