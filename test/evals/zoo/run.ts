/**
 * `npm run zoo`: verifies every variant of every zoo. Progress on stderr, tables on stdout. `--write` updates the figures in
 * README.md, docs/explanation/zoo.md and the data of certificates, and the categories of found-in.json. Words select variants
 * whose `zoo/name` contains one of them (`tools`, `plants/right-`); `--write` then updates what is found of those. Exits with 1 if a faulty variant is missed or a correct one
 * gets an error, unless the variant names this as a known error of the verifier; then it exits with 1 once that is fixed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { figuresByName, writeZooDocs } from './docs.ts';
import { computeFigures, updateFigures, type ZooResults } from './figures.ts';
import { zooTable } from './table.ts';
import { type Trial, trialVerdict } from './trial.ts';
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
  return !['as expected', 'known error'].includes(trialVerdict(zoo, variant, trial));
}

function reportTrial(finished: FinishedTrial): void {
  const { zoo, variant, trial } = finished;
  const { requests, ms, errors } = trial;
  const verdict = trialVerdict(zoo, variant, trial);
  const cost = `${requests} requests, ${(ms / 1000).toFixed(1)} s`;
  process.stderr.write(
    `${++done}/${selected.length}  ${zoo.name}/${variant.name}: ${isUnexpected(finished) ? verdict.toUpperCase() : verdict} (${cost})\n`,
  );
  if (isUnexpected(finished)) for (const error of errors) process.stderr.write(`    ${error}\n`);
}

function printFigures(zoo: Zoo, { rows, faulty: all, right }: ZooResults): void {
  process.stdout.write(`${zoo.title}\n\n${zooTable([...rows, all, right])}\n\n`);
  printKnown({ kind: 'Missed', names: all.missed, known: knownNames(zoo) });
  printKnown({ kind: 'False positives', names: right.falseAlarms, known: knownNames(zoo) });
}

function knownNames({ variants }: Zoo): ReadonlySet<string> {
  const isKnown = (variant: VariantInfo) =>
    (variant.kind === 'faulty' ? variant.missedToday : variant.falsePositiveToday) !== undefined;
  return new Set(variants.filter(isKnown).map(({ name }) => name));
}

function printKnown({
  kind,
  names,
  known,
}: {
  readonly kind: string;
  readonly names: readonly string[];
  readonly known: ReadonlySet<string>;
}): void {
  const [old, others] = [names.filter((name) => known.has(name)), names.filter((name) => !known.has(name))];
  if (others.length > 0) process.stdout.write(`${kind}: ${others.join(', ')}\n\n`);
  if (old.length > 0) process.stdout.write(`${kind}, as known: ${old.join(', ')}\n\n`);
}

/** A run of some variants updates what the last complete run of their zoo found. */
function writeFigures(): void {
  const known = figuresByName();
  const renewed = [...figures].flatMap(([zoo, found]): readonly (readonly [Zoo, ZooResults])[] => {
    const own = trials.filter((one) => one.zoo === zoo);
    if (own.length === zoo.variants.length) return [[zoo, found]];
    const complete = known[zoo.name];
    if (complete?.faulty.stores === variantsOf(zoo, 'faulty') && complete.right.stores === variantsOf(zoo, 'right'))
      return [
        [
          zoo,
          updateFigures(
            zoo,
            complete,
            own.map(({ trial }) => trial),
          ),
        ],
      ];
    process.stderr.write(
      `Of ${zoo.name} nothing is written: that needs a complete run, since it has other variants.\n`,
    );
    return [];
  });
  if (renewed.length > 0) writeZooDocs(new Map(renewed));
  for (const [zoo] of renewed) writeFoundIn(zoo, trials);
}

function variantsOf({ variants }: Zoo, kind: VariantInfo['kind']): number {
  return variants.filter((variant) => variant.kind === kind).length;
}

/**
 * Defects that need requests of other categories too keep those that are listed beside the found ones; without any, tests
 * run all categories.
 */
function writeFoundIn({ name, variants }: Zoo, finished: readonly FinishedTrial[]): void {
  const file = new URL('found-in.json', import.meta.url);
  const all: Record<string, Record<string, readonly string[]>> = JSON.parse(readFileSync(file, 'utf8'));
  const detected = finished.filter(({ zoo, variant, trial }) => {
    return (
      zoo.name === name &&
      variant.kind === 'faulty' &&
      trial.foundIn.length > 0 &&
      !isUnexpected({ zoo, variant, trial })
    );
  });
  const isKnown = ([variant]: readonly [string, readonly string[]]) =>
    !finished.some((one) => one.zoo.name === name && one.variant.name === variant);
  const listed = all[name] ?? {};
  const withListed = (variant: string, foundIn: readonly string[]) => {
    const before = listed[variant] ?? [];
    return foundIn.every((category) => before.includes(category)) ? before : foundIn;
  };
  const found = new Map([
    ...Object.entries(listed).filter(isKnown),
    ...detected.map(({ variant, trial }) => [variant.name, withListed(variant.name, trial.foundIn)] as const),
  ]);
  const names = variants.map((variant) => variant.name).filter((variant) => found.has(variant));
  all[name] = Object.fromEntries(names.map((variant) => [variant, found.get(variant) ?? []]));
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}
