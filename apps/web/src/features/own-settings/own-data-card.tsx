import { Link } from 'react-router';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { OWN_DATA_PATH } from './settings-address.ts';

/** Leads to what the server stores about the user. */
export function OwnDataCard() {
  return (
    <Card
      title="Your Data"
      description="What this server stores about you, why, for how long, and who can see it."
      footer={
        <Button asChild>
          <Link to={OWN_DATA_PATH}>View Your Data</Link>
        </Button>
      }
    />
  );
}
