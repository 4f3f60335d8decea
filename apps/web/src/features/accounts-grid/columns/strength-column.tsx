import { touchSentence } from '@repo/domain/relationships/evidence';
import { quietSentence } from '@repo/domain/relationships/going-quiet';
import { labelBounds } from '@repo/domain/relationships/strength';
import { Handshake } from 'lucide-react';
import { StrengthBadge } from '#lib/relationships/strength-badge.tsx';
import type { Account } from '../data/account.ts';
import type { AccountColumn } from './account-column.ts';
import { CellLink } from './cell-link.tsx';
import { NoValue } from './no-value.tsx';
import { dayOf } from '#lib/time/workspace-day.ts';

export const strengthColumn: AccountColumn = {
  level: 'full',
  isOptional: true,
  label: 'Strength',
  icon: <Handshake />,
  access: 'READ_ONLY',
  width: 140,
  cell: ({ id, relationship }, accountPath) =>
    relationship?.label === undefined ? (
      <NoValue />
    ) : (
      <CellLink to={`${accountPath(id)}/people`}>
        <StrengthBadge label={relationship.label} />
      </CellLink>
    ),
  hint: ({ relationship }) => relationship && sentenceOf(relationship),
  sort: {
    by: 'strength',
    key: ({ relationship }) => relationship?.label && labelBounds[relationship.label],
  },
};

/** '12 days in touch in 6 weeks, last 3 days ago', and since when it has been quiet. */
function sentenceOf(relationship: NonNullable<Account['relationship']>): string {
  const { lastDay, recentDays, daysBefore, isGoingQuiet } = relationship;
  if (lastDay === undefined) return 'No contact with a person is shared with this workspace';
  const today = dayOf(new Date());
  return isGoingQuiet
    ? quietSentence({ lastDay, daysBefore }, today)
    : touchSentence({ lastDay, recentDays }, today);
}
