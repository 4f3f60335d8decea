import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { createFairUseWorld } from './fair-use-world.ts';
import type { Sample } from './member-call.ts';
import { memberRound } from './member-round.ts';
import { percentile } from './percentile.ts';
import { type Proof, startWorker } from './proof.ts';
import { startNoise } from './start-noise.ts';

const rounds = 40;
/** Maximum delay of another member: a multiple of the time without noise, or milliseconds. */
const maxRatio = 3;
const maxMs = 100;

/**
 * Measures every endpoint for a member while another member of the same workspace sends their most
 * expensive requests, twenty at a time.
 *
 * @returns whether the p95 of each endpoint is within its limit.
 */
export async function proveFairUse(proof: Proof): Promise<boolean> {
  const { db, target, write } = proof;
  const world = await createFairUseWorld(db);
  const measure = async () => {
    const samples: Sample[] = [];
    for (let count = 0; count < rounds; count += 1) {
      samples.push(...(await memberRound(db, target, world)));
    }
    return samples;
  };
  // A worker publishes the rest of the shares.
  const worker = await startWorker(proof);
  await memberRound(db, target, world);
  const quiet = await measure();
  requireEveryCall(quiet);
  const noise = startNoise(target, world);
  const busy = await measure();
  const sent = await noise.end();
  await worker.stop();
  const before = byCall(quiet);
  const lines = [...byCall(busy)].map(([what, samples]) => {
    const quietP95 = p95(before.get(what) ?? []);
    const busyP95 = p95(samples);
    const refused = samples.filter(({ status }) => status === 429 || status >= 500).length;
    const isKept = refused === 0 && busyP95 <= Math.max(maxMs, maxRatio * quietP95);
    return { what, quietP95, busyP95, refused, isKept };
  });
  lines.sort((one, other) => other.busyP95 - one.busyP95);
  const exceeding = lines.filter(({ isKept }) => !isKept);
  write(
    `a noisy member, 20 requests at a time: ${sent}; of ${lines.length} kinds of requests of another member, ${rounds} times each, ${exceeding.length} exceed ${maxRatio} times their p95 of before and ${maxMs} ms`,
  );
  for (const { what, quietP95, busyP95, refused, isKept } of lines) {
    const text = `  ${what}: p95 ${quietP95.toFixed(0)} → ${busyP95.toFixed(0)} ms, ${refused} refused`;
    if (isKept) process.stderr.write(`${text}\n`);
    else write(text);
  }
  return exceeding.length === 0;
}

function byCall(samples: readonly Sample[]): Map<string, Sample[]> {
  return Map.groupBy(samples, ({ what }) => what);
}

const p95 = (samples: readonly Sample[]): number =>
  percentile(
    samples.map(({ milliseconds }) => milliseconds),
    95,
  );

function requireEveryCall(samples: readonly Sample[]): void {
  const made = new Set<EndpointName>(samples.map(({ call }) => call));
  const missing = Object.entries(endpoints)
    .filter(([name, { access }]) => access === 'person' && !made.has(name as EndpointName))
    .map(([name]) => name);
  if (missing.length > 0) throw new Error(`A member also has ${missing.join(', ')}`);
}
