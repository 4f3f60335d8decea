import type { AccountsTables } from './schema/accounts.ts';
import type { ActivitiesTables } from './schema/activities.ts';
import type { BackupsTables } from './schema/backups.ts';
import type { IntegrationsTables } from './schema/integrations.ts';
import type { MaintenanceTables } from './schema/maintenance.ts';
import type { PeopleTables } from './schema/people.ts';
import type { SignInTables } from './schema/sign-in.ts';
import type { RelationshipsTables } from './schema/relationships.ts';
import type { TodayTables } from './schema/today.ts';
import type { WebhooksTables } from './schema/webhooks.ts';

/** The tables after all migrations. Instants are `Date`, days are 'YYYY-MM-DD'. */
export interface Schema
  extends
    PeopleTables,
    SignInTables,
    AccountsTables,
    ActivitiesTables,
    BackupsTables,
    IntegrationsTables,
    MaintenanceTables,
    RelationshipsTables,
    TodayTables,
    WebhooksTables {}
