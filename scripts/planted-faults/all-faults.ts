import { accessFaults } from './access-requests.ts';
import { accountFaults } from './account.ts';
import { gridFaults } from './accounts-grid.ts';
import { deletingFaults } from './deleting.ts';
import { figureFaults } from './figures.ts';
import { importFaults } from './imports.ts';
import { otherFaults } from './integrations-and-administration.ts';
import { mailboxFaults } from './mailboxes.ts';
import { peopleFaults } from './people.ts';
import type { PlantedFault } from './planted-fault.ts';
import { provisioningFaults } from './provisioning.ts';
import { sharingFaults } from './sharing.ts';
import { retentionFaults } from './retention.ts';
import { signInFaults } from './sign-in.ts';
import { singleSignOnFaults } from './single-sign-on.ts';
import { tagFaults } from './tags.ts';
import { webhookFaults } from './webhooks.ts';

export const allFaults: readonly PlantedFault[] = [
  ...signInFaults,
  ...singleSignOnFaults,
  ...provisioningFaults,
  ...accountFaults,
  ...gridFaults,
  ...figureFaults,
  ...importFaults,
  ...mailboxFaults,
  ...peopleFaults,
  ...deletingFaults,
  ...retentionFaults,
  ...sharingFaults,
  ...accessFaults,
  ...tagFaults,
  ...otherFaults,
  ...webhookFaults,
];

/** Where the sources are in which faults are planted, and their tests. */
export const faultFolders: readonly string[] = [
  'apps/web/src',
  'packages/domain/src',
  'apps/server/src/cli',
  'apps/server/src/platform/http',
  'apps/server/test/authorization',
  'apps/server/src/modules/accounts',
  'apps/server/src/modules/admin',
  'apps/server/src/modules/auth',
  'apps/server/src/modules/listed-accounts',
  'apps/server/src/providers',
  'apps/server/src/modules/domains',
  'apps/server/src/modules/users',
  'apps/server/src/modules/integrations',
  'apps/server/src/modules/provisioning',
  'apps/server/src/modules/relationships',
  'apps/server/src/modules/sign-in-factors',
  'apps/server/src/modules/single-sign-on',
  'apps/server/src/modules/webhooks',
  'apps/server/src/migrations/earlier',
];
