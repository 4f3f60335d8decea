import { Link } from 'react-router';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { API_KEYS_PATH } from './settings-address.ts';

/** Leads to the page of the user's API keys. */
export function ApiKeysCard() {
  return (
    <Card
      title="API Keys"
      description="For software that acts in your name."
      footer={
        <Button asChild>
          <Link to={API_KEYS_PATH}>Manage API Keys</Link>
        </Button>
      }
    />
  );
}
