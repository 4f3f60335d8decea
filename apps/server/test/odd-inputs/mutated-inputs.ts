import { readdirSync, readFileSync } from 'node:fs';
import { createRandom } from '../mail-servers/random-operations.ts';
import { mutateInput } from './mutate-input.ts';
import { readAsUpload, type ReadUpload } from './read-as-upload.ts';
import { inputFolder, oddInput } from './read-cases.ts';

export interface MutatedInput {
  /** The input and what was done to it, with which it can be made again. */
  name: string;
  /** The name of the input. */
  input: string;
  content: Buffer;
  /** Whether everything that the input says is still in it. */
  isWhole: boolean;
}

/** Inputs of the cases that are changed in random ways, the same ones for the same seed. */
export function* mutatedInputs(
  count: number,
  seed: number,
  isWanted: (name: string) => boolean = () => true,
): Generator<MutatedInput> {
  const files = readdirSync(inputFolder)
    .filter((name) => !/\.(tsv|md)$/.test(name) && isWanted(name))
    .toSorted();
  const random = createRandom(seed);
  for (let index = 0; index < count; index += 1) {
    // Another rotation for each round, so that every input meets every change.
    const name = files[index % files.length] ?? '';
    const round = Math.floor(index / files.length);
    const { what, ...changed } = mutateInput(readFileSync(oddInput(name)), index + round, random);
    if (changed.content.length === 0) continue;
    yield { name: `${index}: ${name}, ${what}`, input: name, ...changed };
  }
}

const owner = ['theo.lindqvist@harborfinch.example'];
/** When they are uploaded, which decides how far series go. */
const at = new Date('2026-12-01T00:00:00Z');

/** What is wrong about how a changed input is read, in words. */
export async function mutationFaults({
  name,
  content,
}: Pick<MutatedInput, 'name' | 'content'>): Promise<string[]> {
  try {
    const first = await readAsUpload(content, { at, addresses: owner });
    const second = await readAsUpload(content, { at, addresses: owner });
    return [
      ...(isSilent(first, content) ? [`${name}: nothing of it is read, and nothing said`] : []),
      ...(identitiesOf(first) === identitiesOf(second) ? [] : [`${name}: twice is not one`]),
    ];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

const isSilent = ({ activities, excluded, said }: ReadUpload, content: Buffer): boolean =>
  activities.length + excluded + said.length === 0 && /\S/.test(content.toString('latin1'));

/** What decides whether an activity is stored already. */
const identitiesOf = ({ activities }: ReadUpload): string =>
  activities.map(({ key, externalId }) => `${key} ${externalId}`).join('\n');
