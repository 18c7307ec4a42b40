/**
 * `npm run mutants`: the tests of the client before every fault that can be made in it. Survivors on stderr as they turn
 * up, a table on stdout; `--write` puts all into docs/mutants.md, words after it choose mutants of files whose names
 * contain one of them. Exits with 1 when a mutant survives.
 */
import { parseArgs } from 'node:util';
import { summaryOf, writeDocs } from './docs.ts';
import { mutantsToKill } from './mutants.ts';
import { runMutants, type Verdict } from './run-mutants.ts';
import { subjectOf } from './subject.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

const subject = subjectOf('client');
const chosen = mutantsToKill(subject).filter(
  ({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
);
if (chosen.length === 0) throw new Error('no mutant was chosen');

let done = 0;
const verdicts = await runMutants(subject, chosen, { onVerdict: told });
const survivors = verdicts.filter(({ killer }) => killer === undefined);
process.stdout.write(`${summaryOf(verdicts, subject.suites)}\n`);
if (values.write && positionals.length === 0) writeDocs(verdicts, subject.suites);
else if (values.write) process.stderr.write('Nothing is written: that takes a run of all mutants.\n');
process.exitCode = survivors.length > 0 ? 1 : 0;

function told({ mutant, killer }: Verdict): void {
  const { file, within, what, from, to } = mutant;
  if (++done % 25 === 0) process.stderr.write(`${done}/${chosen.length}\n`);
  if (killer === undefined)
    process.stderr.write(`SURVIVED  ${file}, ${within}: ${what}\n  from  ${from}\n  to    ${to}\n`);
}
