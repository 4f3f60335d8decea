import { useTextlessMailboxes } from '../integrations/use-textless-mailboxes.ts';

/** Says that a share shows no more than what is captured: subjects, of a mailbox without its texts. */
export function TextlessNote() {
  const mailboxes = useTextlessMailboxes();
  if (mailboxes.length === 0) return null;
  return (
    <p className="mt-1.5 text-grid text-muted [overflow-wrap:anywhere]">
      {`Colleagues see only the subjects of ${mailboxes.join(', ')}: ${mailboxes.length === 1 ? 'this mailbox captures' : 'these mailboxes capture'} no text.`}
    </p>
  );
}
