import { expect, it } from 'vitest';
import { readFile, storeFile, uploadPath } from '../../../mock/records/uploads/stored-files.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';

it('the oldest uploads are removed, so that they displace no records', async () => {
  const { records } = createMemoryStorage();
  await records.insert('/orders', '1', { id: 1 });
  const paths: string[] = [];
  for (let index = 0; index < 4; index++) {
    const file = { field: 'file', name: `${index}.bin`, type: 'image/png', content: Buffer.alloc(7_000_000, index) };
    const path = uploadPath(file, '/photos');
    await storeFile(records, path, file);
    paths.push(path);
  }
  const found = await Promise.all(paths.map((path) => readFile(records, path)));
  expect(found.map((file) => file?.bytes[0])).toEqual([undefined, undefined, 2, 3]);
  expect(await records.has('/orders', '1')).toBe(true);
});
