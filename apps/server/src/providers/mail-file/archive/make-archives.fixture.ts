import { deflateRawSync } from 'node:zlib';

export type Entries = [path: string, content: string | Buffer][];

interface ZipOptions {
  flags?: number;
  isStored?: boolean;
  repeat?: number;
  /** The position of all files as zip64 writes it, whatever it really is. */
  largeHeaderAt?: bigint;
}

/** A zip archive with files. */
export function toZip(
  entries: Entries,
  { flags = 0, isStored = false, repeat = 1, largeHeaderAt }: ZipOptions = {},
): Buffer {
  const extra = largeHeaderAt === undefined ? Buffer.alloc(0) : zip64Extra(largeHeaderAt);
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of entries) {
    const path = Buffer.from(name);
    const data = isStored ? Buffer.from(content) : deflateRawSync(content);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(path.length, 26);
    parts.push(header, path, data);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(isStored ? 0 : 8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(content), 24);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(largeHeaderAt === undefined ? at : 0xffffffff, 42);
    for (let time = 0; time < repeat; time += 1) list.push(entry, path, extra);
    at += 30 + path.length + data.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** The extra field of an entry with its position alone. */
function zip64Extra(headerAt: bigint): Buffer {
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(headerAt, 4);
  return extra;
}

/** A zip archive whose end refers to the end record of zip64 at a position. */
export function withEnd64At(zip: Buffer, position: bigint): Buffer {
  const end = Buffer.from(zip.subarray(-22));
  end.writeUInt32LE(0xffffffff, 16);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(position, 8);
  return Buffer.concat([zip.subarray(0, -22), locator, end]);
}

function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0);
  header.write(size.toString(8).padStart(11, '0'), 124);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A tar archive with files. */
export function toTar(entries: Entries): Buffer {
  const padded = (content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(content),
      Buffer.alloc((512 - (Buffer.byteLength(content) % 512)) % 512),
    ]);
  const parts = entries.flatMap(([name, content]) => [
    ...(name.length > 100 ? [tarHeader('long', name.length, 'L'), padded(name)] : []),
    tarHeader(name, Buffer.byteLength(content), name.endsWith('/') ? '5' : '0'),
    padded(content),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}
