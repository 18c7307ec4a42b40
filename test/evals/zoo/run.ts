/**
 * `npm run zoo`: verifies every variant of every zoo. Progress on stderr, tables on stdout. `--write` updates the figures of
 * each completely run zoo in README.md, docs/explanation/zoo.md and the data of certificates. Words select variants whose
 * `zoo/name` contains one of them (`tools`, `plants/right-`). Exits with 1 if a faulty variant is missed or a correct one
 * gets an error.
 */
import { parseArgs } from 'node:util';
import { writeZooDocs } from './docs.ts';
import { computeFigures, type ZooResults } from './figures.ts';
import { zooTable } from './table.ts';
import { isCaught, type Trial } from './trial.ts';
import { startZooWorkerPool } from './worker-pool.ts';
import type { VariantInfo, Zoo } from './zoo.ts';
import { zoos } from './zoos.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

interface Candidate {
  readonly zoo: Zoo;
  readonly variant: VariantInfo;
}

interface FinishedTrial extends Candidate {
  readonly trial: Trial;
}

const selected = zoos.flatMap((zoo) => zoo.variants.map((variant): Candidate => ({ zoo, variant })).filter(isSelected));
const pool = startZooWorkerPool();
let done = 0;
const trials = await Promise.all(selected.map(runOne));
await pool.close();
const figures = new Map(zoos.map((zoo) => [zoo, figuresFor(zoo)] as const).filter(([, { rows }]) => rows.length > 0));
for (const [zoo, found] of figures) printFigures(zoo, found);
if (values.write) writeFigures();
process.exitCode = trials.some(isUnexpected) ? 1 : 0;

function isSelected({ zoo, variant }: Candidate): boolean {
  return positionals.length === 0 || positionals.some((part) => `${zoo.name}/${variant.name}`.includes(part));
}

async function runOne(candidate: Candidate): Promise<FinishedTrial> {
  const { zoo, variant } = candidate;
  const trial = await pool.run({ zooName: zoo.name, variantName: variant.name, isBrief: false });
  const finished = { ...candidate, trial };
  reportTrial(finished);
  return finished;
}

function figuresFor(zoo: Zoo): ZooResults {
  const own = trials.filter((one) => one.zoo === zoo).map(({ trial }) => trial);
  return computeFigures(zoo, own);
}

function isUnexpected({ zoo, variant, trial }: FinishedTrial): boolean {
  return variant.kind === 'faulty' ? !isCaught(trial, zoo.foundBy(variant)) : trial.errors.length > 0;
}

function reportTrial(finished: FinishedTrial): void {
  const { zoo, variant, trial } = finished;
  const { requests, ms, errors } = trial;
  const verdict = isUnexpected(finished) ? (variant.kind === 'faulty' ? 'MISSED' : 'FALSE POSITIVE') : 'as expected';
  const cost = `${requests} requests, ${(ms / 1000).toFixed(1)} s`;
  process.stderr.write(`${++done}/${selected.length}  ${zoo.name}/${variant.name}: ${verdict} (${cost})\n`);
  if (isUnexpected(finished)) for (const error of errors) process.stderr.write(`    ${error}\n`);
}

function printFigures({ title }: Zoo, { rows, faulty: all, right }: ZooResults): void {
  process.stdout.write(`${title}\n\n${zooTable([...rows, all, right])}\n\n`);
  if (all.missed.length > 0) process.stdout.write(`Missed: ${all.missed.join(', ')}\n\n`);
  if (right.falseAlarms.length > 0) process.stdout.write(`False positives: ${right.falseAlarms.join(', ')}\n\n`);
}

function writeFigures(): void {
  const isComplete = (zoo: Zoo) => trials.filter((one) => one.zoo === zoo).length === zoo.variants.length;
  const completeZoos = new Map([...figures].filter(([zoo]) => isComplete(zoo)));
  if (completeZoos.size > 0) writeZooDocs(completeZoos);
  for (const zoo of figures.keys())
    if (!completeZoos.has(zoo)) process.stderr.write(`Of ${zoo.name} nothing is written: that needs a complete run.\n`);
}
