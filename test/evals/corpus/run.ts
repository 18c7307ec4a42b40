/**
 * `npm run corpus`: the verifier before the fake store of every document of the corpus. Progress on stderr, a table on
 * stdout; `--write` puts it into docs/corpus.md; words after it choose documents whose names contain one of them.
 * `--cases N` is how many for each operation on average, `--operations N` how many operations of a larger document, which
 * `--seed N` chooses.
 * Exits with 1 where the law is broken.
 */
import { parseArgs } from 'node:util';
import { corpus } from './corpus.ts';
import { writeDocs } from './docs.ts';
import { hireKeepers } from './keepers.ts';
import type { Outcome } from './law.ts';
import { isBroken, tableOf } from './table.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '300' },
    operations: { type: 'string', default: '60' },
    threads: { type: 'string', default: '2' },
  },
});

const chosen = corpus.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const bounds = {
  seed: Number(values.seed),
  cases: Number(values.cases),
  operations: Number(values.operations),
};
const keepers = hireKeepers(Number(values.threads), bounds);
let done = 0;
const outcomes = await Promise.all(chosen.map(({ name }) => keepers.try(name).then(told)));
await keepers.close();
process.stdout.write(`${tableOf(outcomes)}\n`);
if (values.write && chosen.length === corpus.length) writeDocs(outcomes, bounds);
else if (values.write) process.stderr.write('Nothing is written: that takes a run of the whole corpus.\n');
process.exitCode = outcomes.some(isBroken) ? 1 : 0;

function told(outcome: Outcome): Outcome {
  const { name, faults, advice, unjudged, requests, ms } = outcome;
  const verdict =
    outcome.failure ?? `${faults.length} faults, ${advice.length} advice, ${unjudged.length} not judged`;
  process.stderr.write(
    `${++done}/${chosen.length}  ${name}: ${verdict} (${requests} requests, ${(ms / 1000).toFixed(1)} s)\n`,
  );
  for (const one of faults) process.stderr.write(`    FAULT ${one.operation} ${one.check}: ${one.words}\n`);
  for (const one of advice) process.stderr.write(`    advice ${one.operation} ${one.check}: ${one.words}\n`);
  for (const one of unjudged)
    process.stderr.write(`    not judged (${one.ran}) ${one.operation}: ${one.reason}\n`);
  return outcome;
}
