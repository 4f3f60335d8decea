import { NotebookPen, UserRoundCheck } from 'lucide-react';
import { personName, type Account } from '../data/account.ts';
import type { AccountColumn } from './account-column.ts';
import { NoValue } from './no-value.tsx';

const ownerName = ({ owner }: Account) => owner && personName(owner);

export const ownerColumn: AccountColumn = {
  level: 'full',
  isOptional: true,
  label: 'Owner',
  icon: <UserRoundCheck />,
  access: 'READ_ONLY',
  width: 150,
  cell: (account) => <Text text={ownerName(account)} />,
  hint: ({ owner }) => owner?.email,
  sort: { by: 'owner', key: ownerName },
};

export const noteColumn: AccountColumn = {
  level: 'full',
  isOptional: true,
  label: 'Note',
  icon: <NotebookPen />,
  access: 'READ_ONLY',
  width: 210,
  cell: ({ note }) => <Text text={note} />,
  wholeCell: ({ note }) => <Text text={note} className="py-1 whitespace-pre-wrap" />,
};

function Text({ text, className }: { text: string | undefined; className?: string }) {
  if (!text) return <NoValue />;
  return (
    <span dir="auto" className={className}>
      {text}
    </span>
  );
}
