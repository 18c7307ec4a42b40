/**
 * `npm run bench [NAME... FILE...] [-- --peers] [--write] [--quick]`: speeds as ratios to a baseline of the same run, since
 * machines differ and are shared. Words that name no bench are documents for those that measure documents. `--peers`
 * measures other fake stores too, `--quick` takes a minute, `--write` keeps the results: in results.json, on
 * docs/performance.md and in its chart. A missed goal is told, and no failure: that may well be the machine's.
 */
import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { circumstances, circumstancesText } from './measuring/machine.ts';
import { whatIsMissing } from './peers.ts';
import { type Result, writeResults } from './telling/results.ts';
import type { Bench, Wishes } from './telling/section.ts';
import { textOf } from './telling/text.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

const refusal = refusalOf();
if (refusal === undefined) await main();
else {
  process.stderr.write(`bench: ${refusal}\n`);
  process.exitCode = 2;
}

function refusalOf(): string | undefined {
  if (values.write && values.quick) return '--write takes a whole run, and --quick is none';
  return values.peers ? whatIsMissing() : undefined;
}

async function main(): Promise<void> {
  const names = benches.map(({ name }) => name);
  const asked = positionals.filter((word) => names.includes(word));
  const files = positionals.filter((word) => !names.includes(word));
  const wishes: Wishes = { effort: values.quick ? 'quick' : 'whole', peers: values.peers, files };
  const results: Record<string, Result> = {};
  for (const bench of benches.filter(({ name }) => asked.length === 0 || asked.includes(name)))
    if (values.quick && bench.hasOneSize)
      process.stderr.write(`${bench.name}: left out, none of it is quick\n`);
    else results[bench.name] = await resultOf(bench, wishes);
  if (values.write) writeResults(results);
}

async function resultOf({ name, words, measure }: Bench, wishes: Wishes): Promise<Result> {
  const begun = performance.now();
  const where = circumstances();
  process.stderr.write(`${name}...\n`);
  const section = await measure(wishes);
  const result = { ...section, ...where, versions: { ...where.versions, ...section.versions } };
  process.stdout.write(`${words}\n\n${textOf(result)}\n\n${circumstancesText(result)}\n\n`);
  process.stderr.write(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  return result;
}
