/**
 * `npm run obstacles`: crosses the variants of the zoo with obstacles. A faulty variant behind an obstacle must be
 * detected or inconclusive, a correct one must get no error. Words select variants whose `zoo/name` contains one of them;
 * `--every N` takes each Nth. `--write` updates docs/explanation/obstacles.md. Exits with 1 if a
 * faulty variant conforms or a correct one gets an error.
 */
import { parseArgs } from 'node:util';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Zoo } from '../zoo/zoo.ts';
import { zoos } from '../zoo/zoos.ts';
import { type CrossedVariant, type Crossing, crossOne, isApplicable, isUnexpected } from './cross.ts';
import { none, obstacles } from './obstacle.ts';
import { obstacleTable, writeObstaclePage } from './page.ts';

/** Most runs behind a rate limit only wait. */
const CONCURRENT_RUNS = 6;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, every: { type: 'string', default: '1' } },
});

const crossed: CrossedVariant[] = [];
const leftOut: string[] = [];
const queue = (await Promise.all(zoos.map(selectVariants))).flat().values();
await Promise.all(Array.from({ length: CONCURRENT_RUNS }, crossNext));
process.stdout.write(`${obstacleTable(crossed)}\n\nNot visible through the proxy: ${leftOut.length}\n`);
if (values.write && positionals.length === 0)
  writeObstaclePage({ crossed, hidden: leftOut.length, every: Number(values.every) });
process.exitCode = crossed.some(isUnexpected) ? 1 : 0;

async function selectVariants(zoo: Zoo): Promise<readonly Omit<Crossing, 'obstacle'>[]> {
  const contract = await loadContract(zoo.contract);
  const selected = zoo.variants.filter(
    ({ name }, index) =>
      index % Number(values.every) === 0 &&
      (positionals.length === 0 || positionals.some((part) => `${zoo.name}/${name}`.includes(part))),
  );
  return selected.map((variant) => ({ zoo, contract, variant }));
}

async function crossNext(): Promise<void> {
  for (const { zoo, contract, variant } of queue) {
    const control = await crossOne({ zoo, contract, variant, obstacle: none });
    // The proxy hides defects of connections and framing.
    if (variant.kind === 'faulty' && control.kind !== 'errors') {
      leftOut.push(`${zoo.name}/${variant.name}`);
      continue;
    }
    for (const obstacle of obstacles.filter((one) => isApplicable(contract, one))) {
      const crossing = { zoo, contract, variant, obstacle };
      report({ ...crossing, verdict: await crossOne(crossing) });
    }
  }
}

function report(one: CrossedVariant): void {
  crossed.push(one);
  if (!isUnexpected(one)) return;
  const { zoo, variant, obstacle, verdict } = one;
  const errors = verdict.kind === 'errors' ? `: ${verdict.errors.join('; ')}` : '';
  process.stderr.write(`${zoo.name}/${variant.name}, ${obstacle.name}: ${verdict.kind}${errors}\n`);
}
