/** Runs the tests of examples/msw with the kit from its source. */
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, outcomesOf } from '../docs/example-run.ts';
import { blocksOf } from '../docs/parse-page.ts';

const example = 'examples/msw';

it('the tests of the guide and of the MSW example pass', async () => {
  const block = blocksOf('docs/how-to/use-it-with-your-tools.md', 'ts vitest').find(({ text }) => text.includes('msw'));
  const guide = await folderWith(block?.text ?? '');
  const folder = await folderWith(await readFile(path.join(example, 'shop-client.test.ts'), 'utf8'));
  for (const file of ['shop-client.ts', 'shop.yaml']) await cp(path.join(example, file), path.join(folder, file));
  expect(await outcomesOf([{ folder: guide }, { folder }])).toEqual([['passed'], Array(4).fill('passed')]);
});
