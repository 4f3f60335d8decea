import type { WebhookEvent, WebhookFormat } from '@repo/contract/webhook-events';
import type { Generated, JSONColumnType } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Webhooks of workspaces, and what is sent to them. */
export interface WebhooksTables {
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
}

interface WebhookTable {
  workspace_id: string;
  id: Generated<string>;
  /** The owner whose rights count. */
  user_id: string | null;
  name: string;
  url: string;
  format: WebhookFormat;
  level: number;
  events: WebhookEvent[];
  secret: Buffer;
  secret_key_id: string;
  previous_secret_until: Date | null;
  position: number;
  created_at: CreatedAt;
  enabled_at: CreatedAt;
  disabled: 'switched-off' | 'failing' | 'gone' | 'no-owner' | null;
  failing_since: Date | null;
  failures: Generated<number>;
  paused_until: Date | null;
}

interface WebhookDeliveryTable {
  workspace_id: string;
  webhook_id: string;
  id: Generated<string>;
  event: string;
  subject: JSONColumnType<Record<string, string | number>>;
  created_at: CreatedAt;
  state: Generated<'waiting' | 'delivered' | 'failed' | 'dropped'>;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date | null>;
  last_attempt_at: Date | null;
  status: number | null;
  problem: string | null;
}
