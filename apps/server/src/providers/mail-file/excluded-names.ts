/**
 * Names of folders and labels that are not imported, in lower case: trash, spam, drafts, templates, outboxes,
 * and chats. Sources: the system labels of Gmail and Takeout (their file names and X-Gmail-Labels), the
 * default folders of Outlook and Exchange, of Thunderbird (`Templates`, `Unsent Messages`) and of Apple Mail,
 * each in the language of its user.
 */
const names = {
  en: 'trash, bin, deleted, deleted items, deleted messages, spam, junk, junk e-mail, junk email, junk mail, bulk mail, draft, drafts, templates, template, unsent, unsent messages, outbox, chat, chats, recoverable items, conversation history, [imap]/trash, [imap]/drafts',
  de: 'papierkorb, gelöscht, gelöschte elemente, gelöschte objekte, gelöschte nachrichten, spamverdacht, junk-e-mail, unerwünscht, unerwünschte werbung, werbung, entwurf, entwürfe, vorlagen, postausgang, ungesendete nachrichten',
  fr: 'corbeille, éléments supprimés, messages supprimés, courrier indésirable, indésirables, pourriel, messages envoyés au spam, brouillon, brouillons, modèles, boîte d’envoi, messages en attente',
  es: 'papelera, elementos eliminados, eliminados, mensajes eliminados, correo no deseado, correo electrónico no deseado, no deseado, borrador, borradores, plantillas, bandeja de salida, mensajes sin enviar',
  it: 'cestino, posta eliminata, elementi eliminati, messaggi eliminati, posta indesiderata, indesiderata, bozza, bozze, modelli, posta in uscita, messaggi non inviati',
  pt: 'lixeira, lixo, itens excluídos, itens eliminados, lixo eletrônico, lixo eletrónico, correio eletrónico não solicitado, rascunho, rascunhos, modelos, caixa de saída, mensagens não enviadas',
  nl: 'prullenbak, prullenmand, verwijderde items, verwijderde berichten, ongewenste e-mail, ongewenste reclame, ongewenst, concept, concepten, sjablonen, postvak uit, niet-verzonden berichten',
  pl: 'kosz, elementy usunięte, wiadomości-śmieci, niechciana poczta, wersje robocze, szkice, kopie robocze, szablony, skrzynka nadawcza, niewysłane wiadomości, czat',
  sv: 'papperskorgen, borttaget, borttagna objekt, skräppost, utkast, mallar, utkorgen, oskickade meddelanden',
  da: 'papirkurv, slettet post, uønsket mail, uønsket post, kladde, kladder, skabeloner, udbakke',
  nb: 'slettede elementer, søppelpost, søppel-e-post, søppel, maler, utboks',
  fi: 'roskakori, poistetut, poistetut viestit, roskaposti, luonnos, luonnokset, mallipohjat, lähtevät',
  cs: 'koš, odstraněná pošta, nevyžádaná pošta, nevyžádané, koncept, koncepty, rozepsané, šablony, pošta k odeslání',
  sk: 'kôš, odstránená pošta, nevyžiadaná pošta, koncepty, šablóny',
  hu: 'kuka, lomtár, törölt elemek, levélszemét, piszkozat, piszkozatok, sablonok, postázandó üzenetek',
  ro: 'coș de gunoi, coşul de gunoi, coș, elemente șterse, mesaje nedorite, e-mail nedorit, schițe, ciorne, șabloane',
  hr: 'otpad, smeće, izbrisano, neželjena pošta, skice, predlošci',
  sr: 'отпад, смеће, непожељно, нацрти',
  sl: 'smetnjak, izbrisano, vsiljena pošta, osnutki',
  bg: 'кошче, изтрити, нежелана поща, чернови',
  el: 'κάδος απορριμμάτων, κάδος ανακύκλωσης, διαγραμμένα, ανεπιθύμητα, ανεπιθύμητη αλληλογραφία, πρόχειρα, πρότυπα',
  ru: 'корзина, удаленные, удалённые, спам, нежелательная почта, черновик, черновики, шаблоны, исходящие, чат, чаты',
  uk: 'кошик, видалені, спам, небажана пошта, чернетки, шаблони, чат',
  tr: 'çöp kutusu, çöp, silinmiş öğeler, önemsiz, önemsiz e-posta, gereksiz, taslak, taslaklar, şablonlar, giden kutusu',
  he: 'אשפה, פריטים שנמחקו, דואר זבל, ספאם, טיוטות, טיוטה',
  ar: 'المهملات, سلة المهملات, العناصر المحذوفة, الرسائل غير المرغوب فيها, غير مرغوب فيه, البريد غير الهام, المسودات, مسودات',
  fa: 'زباله‌دان, هرزنامه, پیش‌نویس‌ها',
  hi: 'ट्रैश, स्पैम, ड्राफ़्ट',
  th: 'ถังขยะ, รายการที่ถูกลบ, จดหมายขยะ, อีเมลขยะ, สแปม, ร่างจดหมาย, แบบร่าง',
  vi: 'thùng rác, thư rác, thư nháp, bản nháp, mục đã xóa',
  id: 'tong sampah, sampah, item terhapus, email sampah, draf, konsep',
  ms: 'draf, item dipadam',
  ja: 'ゴミ箱, ごみ箱, 削除済みアイテム, 迷惑メール, 下書き, テンプレート, 送信トレイ, 未送信メッセージ, チャット',
  zh: '垃圾桶, 垃圾邮件, 垃圾郵件, 已删除邮件, 已刪除的郵件, 已删除, 刪除的郵件, 废件箱, 回收站, 草稿, 草稿箱, 模板, 发件箱, 寄件匣, 未发送邮件, 聊天',
  ko: '휴지통, 지운 편지함, 지운 항목, 스팸함, 스팸, 정크 메일, 임시보관함, 임시 보관함, 초안, 보낼 편지함, 채팅',
  et: 'prügikast, rämpspost, mustandid',
  lv: 'atkritne, surogātpasts, melnraksti',
  lt: 'šiukšliadėžė, šiukšlės, brukalas, juodraščiai',
  ca: 'paperera, correu brossa, esborranys',
  eu: 'zaborrontzia, zirriborroak',
  is: 'rusl, ruslpóstur, drög',
  af: 'asblik, gemorspos, konsepte',
};

/** Shorter names without their marks are other words: `çöp`. Characters. */
const MIN_PLAIN_LENGTH = 8;

/** A name as programs write it that know only the letters of ASCII: `entwurfe`, `entwuerfe`. */
function withoutMarks(name: string): string[] {
  if (name.length < MIN_PLAIN_LENGTH || !/^[\p{Script=Latin}\s’-]+$/u.test(name)) return [];
  const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
  const german = name.replaceAll(/[äöüß]/g, (letter) => umlauts[letter] ?? letter);
  return [german, name].map((one) => one.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

const known: ReadonlySet<string> = new Set(
  Object.values(names)
    .flatMap((line) => line.normalize('NFC').split(', '))
    .flatMap((name) => [name, ...withoutMarks(name)]),
);

/** Whether a folder or label has one of these names, in any language. */
export const isExcludedName = (name: string): boolean =>
  known.has(name.normalize('NFC').trim().toLowerCase().replaceAll(/['`]/g, '’')) ||
  // Without the dot of İ, which other languages do not have.
  known.has(name.normalize('NFC').trim().toLocaleLowerCase('tr'));
