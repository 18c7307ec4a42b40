import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Only its size matters. */
const large = process.execPath;
const small = fileURLToPath(new URL('../../../package.json', import.meta.url));
const module = new URL('../../../cli/actions/mock/heap-settings.ts', import.meta.url).href;

/** In a separate process, since the size is per process. Creates much that survives, in parts, as requests do. */
async function sizeAfter({
  setUp,
  parts,
  objects = 1_500_000,
  nodeOptions = [],
}: {
  readonly setUp: string;
  readonly parts: number;
  readonly objects?: number;
  readonly nodeOptions?: readonly string[];
}): Promise<number> {
  const script = `
    import { setTimeout } from 'node:timers/promises';
    import { getHeapSpaceStatistics } from 'node:v8';
    import { limitYoungGeneration } from '${module}';
    ${setUp}
    const kept = [];
    for (let part = 0; part < ${parts}; part++) {
      for (let at = 0; at < ${objects / parts}; at++) kept.push({ at });
      await setTimeout(1);
    }
    const { space_size } = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    console.log(space_size / 2 ** 20);
  `;
  const args = [...nodeOptions, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return Number(stdout);
}

test('the young generation does not grow while a large document is read', async () => {
  expect(await sizeAfter({ setUp: `limitYoungGeneration([${JSON.stringify(large)}])`, parts: 1 })).toBeLessThan(16);
});

test('the young generation grows while a small document is read', async () => {
  const setUp = `limitYoungGeneration([${JSON.stringify(small)}])`;
  expect(await sizeAfter({ setUp, parts: 1 })).toBeGreaterThan(16);
});

test.each([
  { document: 'a small document', file: small, least: 32, most: 64 },
  { document: 'a large one', file: large, least: 16, most: 32 },
])('the young generation grows to a limit when requests arrive, with $document', async ({ file, least, most }) => {
  const setUp = `limitYoungGeneration([${JSON.stringify(file)}])()`;
  const size = await sizeAfter({ setUp, parts: 100 });
  expect(size).toBeGreaterThan(least);
  expect(size).toBeLessThanOrEqual(most);
});

test('the young generation grows immediately, not gradually', async () => {
  const setUp = `limitYoungGeneration([${JSON.stringify(small)}])()`;
  expect(await sizeAfter({ setUp, parts: 100, objects: 100_000 })).toBeGreaterThan(32);
});

test('a size given to Node is kept', async () => {
  const setUp = `limitYoungGeneration([${JSON.stringify(small)}])()`;
  const nodeOptions = ['--max-semi-space-size=64'];
  expect(await sizeAfter({ setUp, parts: 100, nodeOptions })).toBeGreaterThan(32);
});
