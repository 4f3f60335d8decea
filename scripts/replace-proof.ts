/**
 * Replaces the output of a command in a file of docs/proof, which may have those of others: a proof with
 * options, such as `npm run proof -- cluster --journeys`, has an output of its own.
 *
 * @param proof begins with the command and a comma.
 */
export function replaceProof(text: string, command: string, proof: string): string {
  const proofs = text
    .split(/^(?=npm run proof -- )/m)
    .filter((one) => one !== '')
    .map((one) => `${one.trim()}\n`);
  const index = proofs.findIndex((one) => one.startsWith(`${command},`));
  if (index === -1) proofs.push(proof);
  else proofs[index] = proof;
  return proofs.join('\n');
}
