const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
]);

/** The problem with a server's certificate, for users; undefined for other failures. */
export function certificateProblem(code: string, host: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of ${host} is for another server. Enter the name that your provider gives.`;
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return `The certificate of ${host} has expired. Its operator must renew it.`;
  }
  return unknownAuthority.has(code)
    ? `The certificate of ${host} is not from a known authority, so no password was sent. Check the name of the server, or ask who runs it.`
    : undefined;
}
