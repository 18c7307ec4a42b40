/** Runs the tests of examples/vitest with the kit from its source. */
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, outcomesIn } from '../docs/example-run.ts';
import { blocksOf } from '../docs/parse-page.ts';

const example = 'examples/vitest';

async function copyOfExample(edit = (code: string) => code): Promise<string> {
  const folder = await folderWith(edit(await readFile(path.join(example, 'shop-client.test.ts'), 'utf8')));
  for (const file of ['shop-client.ts', 'shop.yaml']) await cp(path.join(example, file), path.join(folder, file));
  return folder;
}

it('the tests of the guide pass', async () => {
  const [block] = blocksOf('docs/how-to/use-it-with-your-tools.md', 'ts vitest');
  expect(await outcomesIn(await folderWith(block?.text ?? ''))).toEqual(Array(2).fill('passed'));
});

it('the tests of the Vitest example pass', async () => {
  expect(await outcomesIn(await copyOfExample())).toEqual(Array(4).fill('passed'));
});

it('the test that sends an invalid request fails if it does not allow that', async () => {
  const folder = await copyOfExample((code) => code.replace('mock.allowViolations();', ''));
  const [failed, ...others] = (await outcomesIn(folder)).toReversed();
  expect(others).toEqual(Array(3).fill('passed'));
  expect(failed).toMatch(/POST \/orders violates the contract \(response 400\)\n {2}body\.name: /);
});
