/**
 * `npm run zoo`: the verifier before every store of every zoo. Progress on stderr, tables on stdout; `--write` puts the
 * figures of each zoo that was run as a whole into README.md, docs/zoo.md and what certificates say of the kit; words after
 * it choose stores whose `zoo/name` contains one of them (`tools`, `plants/right-`). Exits with 1 where a faulty store is
 * missed or a right one accused.
 */
import { parseArgs } from 'node:util';
import { writeDocs } from './docs.ts';
import { type Figures, figuresOf } from './figures.ts';
import { hireKeepers } from './keepers.ts';
import { tableOf } from './table.ts';
import { isCaught, type Trial } from './trial.ts';
import type { Exhibit, Zoo } from './zoo.ts';
import { zoos } from './zoos.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

interface Candidate {
  readonly zoo: Zoo;
  readonly exhibit: Exhibit;
}

interface Tried extends Candidate {
  readonly trial: Trial;
}

const chosen = zoos.flatMap((zoo) =>
  zoo.exhibits.map((exhibit): Candidate => ({ zoo, exhibit })).filter(isChosen),
);
const keepers = hireKeepers();
let done = 0;
const trials = await Promise.all(chosen.map(tryOne));
await keepers.close();
const figures = new Map(
  zoos.map((zoo) => [zoo, figuresFor(zoo)] as const).filter(([, { rows }]) => rows.length > 0),
);
for (const [zoo, found] of figures) print(zoo, found);
if (values.write) write();
process.exitCode = trials.some(isWrong) ? 1 : 0;

function isChosen({ zoo, exhibit }: Candidate): boolean {
  return positionals.length === 0 || positionals.some((part) => `${zoo.name}/${exhibit.name}`.includes(part));
}

async function tryOne(candidate: Candidate): Promise<Tried> {
  const { zoo, exhibit } = candidate;
  const trial = await keepers.try({ zoo: zoo.name, name: exhibit.name, isBrief: false });
  const tried = { ...candidate, trial };
  tell(tried);
  return tried;
}

function figuresFor(zoo: Zoo): Figures {
  const own = trials.filter((one) => one.zoo === zoo).map(({ trial }) => trial);
  return figuresOf(zoo, own);
}

function isWrong({ zoo, exhibit, trial }: Tried): boolean {
  return exhibit.kind === 'faulty' ? !isCaught(trial, zoo.foundBy(exhibit)) : trial.faults.length > 0;
}

function tell(tried: Tried): void {
  const { zoo, exhibit, trial } = tried;
  const { requests, ms, faults } = trial;
  const verdict = isWrong(tried) ? (exhibit.kind === 'faulty' ? 'MISSED' : 'ACCUSED') : 'as it should be';
  const cost = `${requests} requests, ${(ms / 1000).toFixed(1)} s`;
  process.stderr.write(`${++done}/${chosen.length}  ${zoo.name}/${exhibit.name}: ${verdict} (${cost})\n`);
  if (isWrong(tried)) for (const fault of faults) process.stderr.write(`    ${fault}\n`);
}

function print({ words }: Zoo, { rows, faulty: all, right }: Figures): void {
  process.stdout.write(`${words}\n\n${tableOf([...rows, all, right])}\n\n`);
  if (all.missed.length > 0) process.stdout.write(`Missed: ${all.missed.join(', ')}\n\n`);
  if (right.falseAlarms.length > 0) process.stdout.write(`Accused: ${right.falseAlarms.join(', ')}\n\n`);
}

function write(): void {
  const isWhole = (zoo: Zoo) => trials.filter((one) => one.zoo === zoo).length === zoo.exhibits.length;
  const whole = new Map([...figures].filter(([zoo]) => isWhole(zoo)));
  if (whole.size > 0) writeDocs(whole);
  for (const zoo of figures.keys())
    if (!whole.has(zoo))
      process.stderr.write(`Of ${zoo.name} nothing is written: that takes a run of all of it.\n`);
}
