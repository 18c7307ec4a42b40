/**
 * `npm run mutants`: runs the tests of the client with every mutant. Survivors on stderr immediately, a table on stdout.
 * `--write` updates docs/explanation/mutation-testing.md. Words select mutants of files whose names contain one of them.
 * Exits with 1 if a mutant survives.
 */
import { parseArgs } from 'node:util';
import { mutantSummary, writeMutantDocs } from './docs.ts';
import { mutantsToKill } from './mutants.ts';
import { findTarget } from './mutation-target.ts';
import { type MutantVerdict, runMutants } from './run-mutants.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

const subject = findTarget('client');
const selected = mutantsToKill(subject).filter(
  ({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
);
if (selected.length === 0) throw new Error('no mutant was selected');

let done = 0;
const verdicts = await runMutants(subject, selected, { onVerdict: reportVerdict });
const survivors = verdicts.filter(({ killer }) => killer === undefined);
process.stdout.write(`${mutantSummary(verdicts, subject.suites)}\n`);
if (values.write && positionals.length === 0) writeMutantDocs(verdicts, subject.suites);
else if (values.write)
  process.stderr.write('Nothing is written, because only a run of all mutants can write the page.\n');
process.exitCode = survivors.length > 0 ? 1 : 0;

function reportVerdict({ mutant, killer }: MutantVerdict): void {
  const { file, functionName, description, from, to } = mutant;
  if (++done % 25 === 0) process.stderr.write(`${done}/${selected.length}\n`);
  if (killer === undefined)
    process.stderr.write(`SURVIVED  ${file}, ${functionName}: ${description}\n  from  ${from}\n  to    ${to}\n`);
}
