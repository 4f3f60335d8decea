import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FileReader } from '../provider/file-reader.ts';
import { createFileLab, createMailFileReader, mboxMail } from '#test/create-file-lab.ts';

test('a small file is read beside a large one, not after its turn', async () => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const inner = createMailFileReader();
  const reader: FileReader = {
    ...inner,
    async *read(file, options) {
      if ((await stat(file)).size > 8 * 1024 * 1024) {
        begun.resolve();
        await held.promise;
      }
      yield* inner.read(file, options);
    },
  };
  const lab = await createFileLab({ reader });
  const [ann, ben] = [await lab.make.person(), await lab.make.person()];
  lab.startReading();
  try {
    const large = lab.upload(ann, mboxMail({}, 'Long line.\n'.repeat(900_000)));
    await begun.promise;
    const small = lab.upload(ben, mboxMail({}) + mboxMail({}));
    const first = await Promise.race([large, small, sleep(10_000, { state: 'too late' })]);
    expect(first).toMatchObject({ state: 'ready', found: 2 });
    held.resolve();
    expect(await large).toMatchObject({ state: 'ready', found: 1 });
  } finally {
    held.resolve();
  }
}, 60_000);
