/** The examples of docs/reference/api.md, run unchanged; test/docs/snippets.test.ts checks them and the tables against the types. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { TOKEN } from '../cli/support.ts';
import { zooStore } from '../pact/support.ts';
import { folderWith, outcomesOf } from './example-run.ts';
import { blocksOf } from './parse-page.ts';

const [verification = '', pacts = ''] = blocksOf('docs/reference/api.md', 'ts vitest').map(({ text }) => text);

const exampleRun = async (code: string, store: string) => ({
  folder: await folderWith(code),
  env: { SERVICE_URL: await zooStore(store, TOKEN), SERVICE_TOKEN: TOKEN },
});

it('the examples of verify and of Pact pass with a correct implementation, and report what is wrong with a faulty one', async () => {
  const runs = await Promise.all([
    exampleRun(verification, 'right-store'),
    exampleRun(verification, 'takes-numeric-string-as-id'),
    exampleRun(pacts, 'right-store'),
    exampleRun(pacts, 'lowers-name'),
  ]);
  expect(await outcomesOf(runs)).toEqual([
    ['passed'],
    [expect.stringMatching(/invalid-rejected.*curl .*does not conform: \d+ error/s)],
    ['passed', 'passed'],
    ['passed', expect.stringMatching(/does not conform: \d+ error/)],
  ]);
  const written = ['html', 'xml'].map((end) => existsSync(path.join(runs[0].folder, `report/verify.${end}`)));
  expect(written).toEqual([true, true]);
});
