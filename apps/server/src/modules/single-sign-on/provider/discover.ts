import * as oidc from 'openid-client';

/** Seconds by which the clock of a provider may differ. */
export const CLOCK_TOLERANCE_SECONDS = 30;

export interface NamedProvider {
  issuer: string;
  clientId: string;
}

export interface ProviderClient extends NamedProvider {
  clientSecret: string;
}

/**
 * Reads the metadata of a provider. Not cached: after a change of keys, cached ones refuse every sign-in for a
 * minute.
 *
 * Without `enableNonRepudiationChecks` the signature of an ID token is not checked, since it came by TLS.
 */
export async function discover(
  fetch: oidc.CustomFetch,
  { issuer, clientId, clientSecret }: ProviderClient,
): Promise<oidc.Configuration> {
  const address = new URL(issuer);
  const config = await oidc.discovery(
    address,
    clientId,
    { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticationOf(clientSecret),
    {
      [oidc.customFetch]: fetch,
      // The guard allows http in networks of the operator alone.
      execute: [oidc.enableNonRepudiationChecks, oidc.allowInsecureRequests],
    },
  );
  config[oidc.customFetch] = fetch;
  return config;
}

/** Reads the metadata of a provider for what needs no client secret. */
export async function readMetadata(
  fetch: oidc.CustomFetch,
  { issuer, clientId }: NamedProvider,
): Promise<oidc.ServerMetadata> {
  const config = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    [oidc.customFetch]: fetch,
    execute: [oidc.allowInsecureRequests],
  });
  return config.serverMetadata();
}

/** By form where the provider knows it, as nearly all do, and otherwise by header. */
const authenticationOf = (secret: string): oidc.ClientAuth => {
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isBasic =
      methods !== undefined &&
      !methods.includes('client_secret_post') &&
      methods.includes('client_secret_basic');
    return (isBasic ? basic : post)(server, client, body, headers);
  };
};
