/**
 * `npm run corpus`: verifies the mock of every document of the corpus. Progress on stderr, a table on stdout; `--write`
 * updates docs/explanation/corpus.md. Words select documents whose names contain one of them. `--cases N` is the number of
 * cases for each operation on average, `--operations N` the number of operations of a larger document, selected with
 * `--seed N`. Exits with 1 if there is an error.
 */
import { parseArgs } from 'node:util';
import { corpus } from './corpus.ts';
import { writeCorpusDocs } from './docs.ts';
import type { CorpusOutcome } from './self-consistency.ts';
import { corpusTable, isBroken } from './table.ts';
import { startCorpusWorkerPool } from './worker-pool.ts';

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

const selected = corpus.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const bounds = {
  seed: Number(values.seed),
  casesPerOperation: Number(values.cases),
  maxOperations: Number(values.operations),
};
const pool = startCorpusWorkerPool(Number(values.threads), bounds);
let done = 0;
const outcomes = await Promise.all(selected.map(({ name }) => pool.run(name).then(reportOutcome)));
await pool.close();
process.stdout.write(`${corpusTable(outcomes)}\n`);
if (values.write && selected.length === corpus.length) writeCorpusDocs(outcomes, bounds);
else if (values.write) process.stderr.write('Nothing was written: --write needs a run of the whole corpus.\n');
process.exitCode = outcomes.some(isBroken) ? 1 : 0;

function reportOutcome(outcome: CorpusOutcome): CorpusOutcome {
  const { name, errors, warnings, unchecked, requests, ms } = outcome;
  const verdict =
    outcome.failure ?? `${errors.length} errors, ${warnings.length} warnings, ${unchecked.length} not checked`;
  process.stderr.write(
    `${++done}/${selected.length}  ${name}: ${verdict} (${requests} requests, ${(ms / 1000).toFixed(1)} s)\n`,
  );
  for (const one of errors) process.stderr.write(`    FAULT ${one.operation} ${one.check}: ${one.text}\n`);
  for (const one of warnings) process.stderr.write(`    advice ${one.operation} ${one.check}: ${one.text}\n`);
  for (const one of unchecked)
    process.stderr.write(`    not checked (${one.casesRun}) ${one.operation}: ${one.reason}\n`);
  return outcome;
}
