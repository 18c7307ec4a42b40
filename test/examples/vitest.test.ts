/** Runs the tests of examples/vitest with the kit from its source. */
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, outcomesOf } from '../docs/example-run.ts';
import { blocksOf } from '../docs/parse-page.ts';

const example = 'examples/vitest';

async function copyOfExample(edit = (code: string) => code): Promise<string> {
  const folder = await folderWith(edit(await readFile(path.join(example, 'shop-client.test.ts'), 'utf8')));
  for (const file of ['shop-client.ts', 'shop.yaml']) await cp(path.join(example, file), path.join(folder, file));
  return folder;
}

it('the tests of the guide and of the Vitest example pass, except one that sends what it does not allow', async () => {
  const [block] = blocksOf('docs/how-to/use-it-with-your-tools.md', 'ts vitest');
  const folders = [
    await folderWith(block?.text ?? ''),
    await copyOfExample(),
    await copyOfExample((code) => code.replace('mock.allowViolations();', '')),
  ];
  const [guide, example, changed = []] = await outcomesOf(folders.map((folder) => ({ folder })));
  expect(guide).toEqual(Array(2).fill('passed'));
  expect(example).toEqual(Array(4).fill('passed'));
  const [failed, ...others] = changed.toReversed();
  expect(others).toEqual(Array(3).fill('passed'));
  expect(failed).toMatch(/POST \/orders violates the contract \(response 400\)\n {2}body\.name: /);
});
