/**
 * `npm run zoo`: the verifier before every store of the zoo. Progress on stderr, a table on stdout; `--write` puts the
 * figures into README.md, docs/zoo.md and what certificates say of the kit; words after it choose stores whose names contain one of them. Exits with 1
 * where a faulty store is missed or a right one accused.
 */
import { parseArgs } from 'node:util';
import { writeDocs } from './docs.ts';
import { type Figures, figuresOf } from './figures.ts';
import { enclosures, variants } from './index.ts';
import { hireKeepers } from './keepers.ts';
import { tableOf } from './table.ts';
import { isCaught, type Trial } from './trial.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

const chosen = variants.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const faulty = new Set(chosen.filter(({ kind }) => kind === 'faulty').map(({ name }) => name));

const keepers = hireKeepers();
let done = 0;
const trials = await Promise.all(chosen.map((variant) => keepers.try(variant).then(told)));
await keepers.close();
const figures = figuresOf(enclosures, trials);
print(figures);
if (values.write && chosen.length === variants.length) writeDocs(figures, variants);
else if (values.write) process.stderr.write('Nothing is written: that takes a run of the whole zoo.\n');
process.exitCode = trials.some(isWrong) ? 1 : 0;

function isWrong(trial: Trial): boolean {
  return faulty.has(trial.name) ? !isCaught(trial) : trial.faults.length > 0;
}

function told(trial: Trial): Trial {
  const { name, requests, ms } = trial;
  const verdict = isWrong(trial) ? (faulty.has(name) ? 'MISSED' : 'ACCUSED') : 'as it should be';
  const cost = `${requests} requests, ${(ms / 1000).toFixed(1)} s`;
  process.stderr.write(`${++done}/${chosen.length}  ${name}: ${verdict} (${cost})\n`);
  if (isWrong(trial)) for (const fault of trial.faults) process.stderr.write(`    ${fault}\n`);
  return trial;
}

function print({ rows, faulty: all, right }: Figures): void {
  process.stdout.write(`${tableOf([...rows, all, right])}\n`);
  if (all.missed.length > 0) process.stdout.write(`\nMissed: ${all.missed.join(', ')}\n`);
  if (right.falseAlarms.length > 0) process.stdout.write(`\nAccused: ${right.falseAlarms.join(', ')}\n`);
}
