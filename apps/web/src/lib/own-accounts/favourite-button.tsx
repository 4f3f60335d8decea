import { useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { changeFavourites } from './change-own-accounts.ts';
import { useOwnAccounts, type NamedAccount } from './own-accounts.ts';

type FavouriteButtonProps = { workspaceId: string; account: NamedAccount };

/** Makes an account a favourite of the user, or no longer. */
export function FavouriteButton({ workspaceId, account }: FavouriteButtonProps) {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { favourites } = useOwnAccounts(workspaceId);
  const isFavourite = favourites.some(({ id }) => id === account.id);
  return (
    <IconButton
      label={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
      icon={<Star className={isFavourite ? 'fill-current text-accent-ink' : undefined} />}
      variant="default"
      aria-pressed={isFavourite}
      loading={isBusy}
      onClick={async () => {
        setIsBusy(true);
        await changeFavourites(client, workspaceId, {
          accounts: [account],
          isFavourite: !isFavourite,
        });
        setIsBusy(false);
      }}
    />
  );
}
