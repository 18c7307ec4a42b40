/**
 * `npm run bench [NAME... FILE...] [-- --peers] [--write] [--quick] [--compare]`: speeds as ratios to a baseline of the same run, because
 * machines differ and are shared. Words that are not names of benches are documents for the benches with documents.
 * `--peers` measures other mock servers too, `--quick` takes a minute, `--write` stores the results: in results.json, on
 * docs/explanation/performance.md, in its chart and in the profile of this release. `--compare` reports what became slower
 * than in the newest stored profile by more than 10 %. A missed goal is reported and is not a failure, because the machine may
 * be the cause.
 */
import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { circumstancesText, readCircumstances } from './measuring/circumstances.ts';
import { missingRequirement } from './peers.ts';
import { readProfile, slowdowns, writeProfile } from './reporting/profiles.ts';
import { type BenchResult, writeResults } from './reporting/results.ts';
import type { Bench, BenchOptions } from './reporting/section.ts';
import { sectionText } from './reporting/text.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

const usageError = findUsageError();
if (usageError === undefined) await main();
else {
  process.stderr.write(`bench: ${usageError}\n`);
  process.exitCode = 2;
}

function findUsageError(): string | undefined {
  if (values.write && values.quick) return '--write needs a whole run; --quick is not one';
  return values.peers ? missingRequirement() : undefined;
}

async function main(): Promise<void> {
  const names = benches.map(({ name }) => name);
  const selected = positionals.filter((word) => names.includes(word));
  const files = positionals.filter((word) => !names.includes(word));
  const options: BenchOptions = { size: values.quick ? 'quick' : 'whole', peers: values.peers, files };
  const results: Record<string, BenchResult> = {};
  for (const bench of benches.filter(({ name }) => selected.length === 0 || selected.includes(name)))
    if (values.quick && bench.hasOneSize) process.stderr.write(`${bench.name}: skipped with --quick\n`);
    else results[bench.name] = await runBench(bench, options);
  // Before --write, which may replace the profile.
  for (const result of Object.values(results)) if (values.compare) compareWithProfile(result);
  if (values.write) writeResults(results);
  for (const { profile, versions } of Object.values(results))
    if (values.write && profile !== undefined) writeProfile(versions['plant-store'] ?? '', profile);
}

function compareWithProfile({ profile }: BenchResult): void {
  if (profile === undefined) return;
  const before = readProfile();
  if (before === undefined) return void process.stdout.write('There is no stored profile to compare with.\n');
  const slower = slowdowns(before.profile, profile);
  const outcome = slower.length === 0 ? 'nothing became slower' : slower.join('; ');
  process.stdout.write(`Compared with ${before.version}: ${outcome}.\n`);
}

async function runBench({ name, title, measure }: Bench, options: BenchOptions): Promise<BenchResult> {
  const startedAt = performance.now();
  const where = readCircumstances();
  process.stderr.write(`${name}...\n`);
  const section = await measure(options);
  const result = { ...section, ...where, versions: { ...where.versions, ...section.versions } };
  process.stdout.write(`${title}\n\n${sectionText(result)}\n\n${circumstancesText(result)}\n\n`);
  process.stderr.write(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  return result;
}
