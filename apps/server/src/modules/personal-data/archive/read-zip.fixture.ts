import { inflateRawSync } from 'node:zlib';

/** The files of a small archive, by the list at its end. */
export function readZipFiles(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  if (end === -1) throw new Error('The archive is cut off.');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const compressed = archive.readUInt32LE(at + 20);
    const offset = archive.readUInt32LE(at + 42);
    const begin =
      offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    files.set(name, inflateRawSync(archive.subarray(begin, begin + compressed)).toString('utf8'));
    at += 46 + nameLength + archive.readUInt16LE(at + 30);
  }
  return files;
}
