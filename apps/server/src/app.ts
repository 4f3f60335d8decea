import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { requireVisible } from '#modules/accounts/require-visible.ts';
import { allJobs } from './all-jobs.ts';
import { registerAccountRoutes } from './modules/accounts/accounts.routes.ts';
import type { FetchPublic } from './platform/net/fetch-public.ts';
import { registerActivityRoutes } from './modules/activities/activities.routes.ts';
import type { TranscriptSource } from '#modules/activities/transcript-source.ts';
import { registerAdminRoutes } from './modules/admin/admin.routes.ts';
import { registerApiKeyRoutes } from './modules/auth/api-keys/api-keys.routes.ts';
import { authenticateKey } from '#modules/auth/authenticate-key.ts';
import { registerAuthRoutes } from './modules/auth/auth.routes.ts';
import { registerOwnSettingsRoutes } from './modules/auth/own-settings/own-settings.routes.ts';
import { authenticate } from './modules/auth/authenticate.ts';
import { createSignOutToken } from './modules/single-sign-on/sign-out-token.ts';
import { createSecondFactorGate } from './modules/sign-in-factors/second-factor-gate.ts';
import { registerSignInFactorRoutes } from './modules/sign-in-factors/sign-in-factors.routes.ts';
import {
  registerSingleSignOnRoutes,
  type SingleSignOnNetwork,
} from './modules/single-sign-on/single-sign-on.routes.ts';
import { createEventStream } from '#modules/integrations/event-stream.ts';
import { createTranscriptSource } from './modules/integrations/create-transcript-source.ts';
import { registerIntegrationRoutes } from './modules/integrations/integrations.routes.ts';
import type { Provider } from './modules/integrations/provider.ts';
import { registerDomainRoutes } from './modules/domains/domains.routes.ts';
import { registerMcp } from './modules/mcp/mcp.routes.ts';
import { registerNotificationRoutes } from './modules/notifications/notifications.routes.ts';
import { comeBackByLink } from './modules/deletions/come-back.ts';
import { registerDeletionRoutes } from './modules/deletions/deletions.routes.ts';
import { registerHandOverRoutes } from './modules/hand-overs/hand-overs.routes.ts';
import { registerOwnDataRoutes } from './modules/personal-data/own-data.routes.ts';
import { registerWorkspaceExportRoutes } from './modules/personal-data/workspace-export.routes.ts';
import { registerRetentionRoutes } from './modules/personal-data/retention.routes.ts';
import { noteClaimedGroups } from './modules/provisioning/note-claimed-groups.ts';
import { registerProvisioningRoutes } from './modules/provisioning/provisioning.routes.ts';
import { registerScim } from './modules/provisioning/scim.routes.ts';
import { registerTodayRoutes } from './modules/today/today.routes.ts';
import { registerWebhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import { registerLegalHoldRoutes } from './modules/workspaces/legal-holds.routes.ts';
import { registerWorkspaceRetentionRoutes } from './modules/workspaces/workspace-retention.routes.ts';
import { registerWorkspaceRoutes } from './modules/workspaces/workspaces.routes.ts';
import type { Context } from './platform/context.ts';
import { announceMaintenance } from './platform/http/announce-maintenance.ts';
import { createHttp } from './platform/http/create-http.ts';
import { createRoute } from './platform/http/route.ts';
import { createRunOnce } from './platform/http/run-once.ts';
import { serveWeb } from './platform/web/serve-web.ts';

export interface AppOptions {
  /** Providers that users can connect. */
  providers?: readonly Provider[];
  /** The source of transcripts of calls; the providers themselves when absent. */
  transcripts?: TranscriptSource;
  /** Reads the web sites of companies for their icons; over the internet when absent. */
  fetchPublic?: FetchPublic;
  /** How identity providers are reached; over the internet when absent. */
  singleSignOn?: SingleSignOnNetwork;
  /** Validates every response against the contract; for tests. */
  checkResponses?: boolean;
  /** Folder of the built web application. */
  webFolder?: string;
  /** The delay of a refused sign-in during an attack. */
  refusalDelayMs?: number;
}

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Builds the HTTP application without listening on a port. */
export async function buildApp(
  context: Context,
  {
    providers = [],
    transcripts,
    fetchPublic,
    singleSignOn,
    checkResponses = false,
    webFolder = builtWeb,
    refusalDelayMs = 2_000,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = await createHttp(context);
  const maintenance = () => context.maintenance?.current();
  announceMaintenance(app, maintenance);
  const route = createRoute(app, {
    authenticate: (token) => authenticate(context.db, token),
    authenticateKey: (token, from) => authenticateKey(context.db, token, from),
    checkResponses,
    poolSize: context.config.databasePoolSize,
    maintenance,
    runOnce: createRunOnce(context.db, (userId, named) =>
      requireVisible(context.db, userId, named),
    ),
  });
  const eventStream = createEventStream(context, providers);
  app.addHook('preClose', async () => eventStream.close());
  registerAuthRoutes(route, context, {
    gate: createSecondFactorGate(context),
    refusalDelayMs,
    comeBack: comeBackByLink,
    createSignOutToken,
  });
  registerSignInFactorRoutes(route, context, refusalDelayMs);
  registerSingleSignOnRoutes(route, context, noteClaimedGroups, singleSignOn);
  registerOwnSettingsRoutes(route, context);
  registerApiKeyRoutes(route, context);
  registerNotificationRoutes(route, context, providers);
  registerWorkspaceRoutes(route, context);
  registerWorkspaceRetentionRoutes(route, context);
  registerLegalHoldRoutes(route, context);
  registerTodayRoutes(route, context);
  registerAccountRoutes(route, context, fetchPublic);
  registerDomainRoutes(route, context);
  registerActivityRoutes(route, context, transcripts ?? createTranscriptSource(context, providers));
  registerIntegrationRoutes(route, context, { providers, eventStream });
  registerHandOverRoutes(route, context);
  registerDeletionRoutes(route, context);
  registerWebhookRoutes(route, context);
  registerOwnDataRoutes(route, context);
  registerWorkspaceExportRoutes(route, context);
  registerAdminRoutes(route, context, providers, allJobs);
  registerRetentionRoutes(route, context);
  registerProvisioningRoutes(route, context);
  await registerScim(app, context);
  registerMcp(app, context, (token, from) => authenticateKey(context.db, token, from));
  serveWeb(app, context, webFolder);
  return app;
}
