/** A file of an archive, in the words of the format (PKWARE's APPNOTE.TXT 6.3.10, section 4.3). */
export interface ZipEntry {
  name: string;
  modified: Date;
  /** Where its local header begins. */
  offset: number;
  crc: number;
  size: number;
  compressed: number;
}

/** Sizes and checksum follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
const ZIP64_VERSION = 45;
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;

export function localHeader({ name, modified }: ZipEntry): Buffer {
  const bytes = Buffer.from(name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt32LE(dosTime(modified), 10);
  header.writeUInt16LE(bytes.length, 26);
  return Buffer.concat([header, bytes]);
}

export function dataDescriptor({ crc, compressed, size }: ZipEntry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(compressed, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

export function centralEntry({ name, modified, offset, crc, compressed, size }: ZipEntry): Buffer {
  const bytes = Buffer.from(name);
  const isFar = offset >= MAX_32;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(ZIP64_VERSION, 4);
  header.writeUInt16LE(isFar ? ZIP64_VERSION : VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt32LE(dosTime(modified), 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(compressed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(bytes.length, 28);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE(isFar ? MAX_32 : offset, 42);
  if (!isFar) return Buffer.concat([header, bytes]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return Buffer.concat([header, bytes, extra]);
}

/** The end record of an archive: the position and size of its list of files. */
interface CentralDirectory {
  count: number;
  /** Its bytes. */
  size: number;
  offset: number;
}

export function endOfArchive(directory: CentralDirectory): Buffer {
  const { count, size, offset } = directory;
  const isLarge = count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  return isLarge ? Buffer.concat([zip64End(directory), end]) : end;
}

function zip64End({ count, size, offset }: CentralDirectory): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(ZIP64_VERSION, 12);
  end.writeUInt16LE(ZIP64_VERSION, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  // Where it is.
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** Two seconds exact, since 1980. */
function dosTime(time: Date): number {
  const date =
    ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}
