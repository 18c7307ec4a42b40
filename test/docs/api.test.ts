/** The examples of docs/reference/api.md, run unchanged; test/docs/snippets.test.ts checks them and the tables against the types. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TOKEN } from '../cli/support.ts';
import { zooStore } from '../pact/support.ts';
import { folderWith, outcomesIn } from './example-run.ts';
import { blocksOf } from './parse-page.ts';

const [verification = '', pacts = ''] = blocksOf('docs/reference/api.md', 'ts vitest').map(({ text }) => text);

async function outcomes(code: string, store: string) {
  const folder = await folderWith(code);
  const env = { SERVICE_URL: await zooStore(store, TOKEN), SERVICE_TOKEN: TOKEN };
  return { folder, outcomes: await outcomesIn(folder, env) };
}

/** Each test starts its own Vitest, which runs a complete verification. */
const timeout = 240_000;

describe('the example of verify', { timeout }, () => {
  it('passes with a correct implementation, and writes its reports', async () => {
    const { folder, outcomes: reported } = await outcomes(verification, 'right-store');
    expect(reported).toEqual(['passed']);
    const written = ['html', 'xml'].map((end) => existsSync(path.join(folder, `report/verify.${end}`)));
    expect(written).toEqual([true, true]);
  });

  it('fails with a faulty implementation, and reports the finding', async () => {
    const { outcomes: reported } = await outcomes(verification, 'takes-numeric-string-as-id');
    expect(reported).toEqual([expect.stringMatching(/invalid-rejected.*curl .*does not conform: \d+ error/s)]);
  });
});

describe('the example of Pact', { timeout }, () => {
  it('passes with a correct implementation', async () => {
    expect((await outcomes(pacts, 'right-store')).outcomes).toEqual(['passed', 'passed']);
  });

  it('fails if the implementation does not do what its consumer expects', async () => {
    const { outcomes: reported } = await outcomes(pacts, 'lowers-name');
    expect(reported).toEqual(['passed', expect.stringMatching(/does not conform: \d+ error/)]);
  });
});
