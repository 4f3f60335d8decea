import { UserRound } from 'lucide-react';
import type { AccountColumn } from './account-column.ts';
import { NoValue } from './no-value.tsx';

export const createdByColumn: AccountColumn = {
  label: 'Created By',
  icon: <UserRound />,
  access: 'EDITABLE',
  width: 100,
  cell: ({ createdBy }) =>
    createdBy === undefined ? <NoValue /> : <span dir="auto">{createdBy}</span>,
  hint: ({ createdBy }) => createdBy,
  sort: { by: 'createdBy', key: ({ createdBy }) => createdBy },
};
