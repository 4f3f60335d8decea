import { readdirSync, readFileSync } from 'node:fs';
import { readAsUpload } from './read-as-upload.ts';
import { inputFolder, oddInput } from './read-cases.ts';

const smallBytes = 256 * 1024;
const growth = 4;
/** What a longer input may take for each byte, of what a shorter one takes: time is linear but not steady. */
const tolerance = 2.5;
/** Shorter times say nothing; milliseconds. */
const leastMs = 60;

/** Inputs that are repeated from a place in them, so that headers, bodies or meetings become long. */
export async function growthFaults(
  files = 40,
): Promise<{ count: number; faults: string[]; slowestMs: number }> {
  const faults: string[] = [];
  const names = readdirSync(inputFolder).filter((name) => /\.(eml|ics|mbox)$/.test(name));
  const step = Math.ceil(names.length / files);
  let [count, slowestMs] = [0, 0];
  for (let index = 0; index < names.length; index += step) {
    const name = names[index] ?? '';
    const content = readFileSync(oddInput(name));
    for (const part of [0, 0.3, 0.7]) {
      const from = Math.floor(content.length * part);
      const small = await timeOf(grow(content, from, smallBytes));
      const large = await timeOf(grow(content, from, smallBytes * growth));
      count += 1;
      slowestMs = Math.max(slowestMs, large);
      if (large > leastMs && large > Math.max(small, leastMs / growth) * growth * tolerance) {
        faults.push(
          `${name} repeated from ${part * 100} %: ${small.toFixed()} ms, and ${large.toFixed()} ms for ${growth} times as much`,
        );
      }
    }
  }
  return { count, faults, slowestMs };
}

function grow(content: Buffer, from: number, size: number): Buffer {
  const piece = content.subarray(from, from + Math.ceil(content.length / 3));
  const times = Math.ceil((size - content.length) / piece.length);
  return Buffer.concat([
    content.subarray(0, from),
    ...Array.from({ length: Math.max(1, times) }, () => piece),
    content.subarray(from),
  ]);
}

/**
 * The least of three times that the processor takes, in all threads, so that other work on the machine counts
 * little; milliseconds.
 */
async function timeOf(content: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times += 1) {
    const begun = process.cpuUsage();
    await readAsUpload(content);
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
