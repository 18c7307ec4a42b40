/**
 * `npm run mutants`: runs the tests of a target with its mutants. Survivors on stderr immediately, a table on stdout.
 * `--target` names it: client, the default, with all mutants; or a part of the core, with a sample of them.
 * `--own` only runs the first suite, which is quicker: other tests may notice what survives.
 * `--all` takes all mutants of the core, `--size` and `--seed` another sample.
 * `--resume` does not repeat the mutants that an earlier run killed, unless their file has changed.
 * `--write` updates docs/explanation/mutation-testing.md. Words select mutants of files whose names contain one of them.
 * Exits with 1 if a mutant of the client survives, or too many of the core.
 */
import { parseArgs } from 'node:util';
import { mutantSummary, type TargetResult, writeMutantDocs } from './docs.ts';
import type { Mutant } from './mutant.ts';
import { mutantsToTest } from './mutants.ts';
import { findTarget, type KillingTest } from './mutation-target.ts';
import { RecordedVerdicts } from './recorded-verdicts.ts';
import { type MutantVerdict, runMutants } from './run-mutants.ts';
import type { SampleOptions } from './sample-mutants.ts';
import { leastScore, scoreOf } from './score.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string', default: 'client' },
    own: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    size: { type: 'string' },
    seed: { type: 'string' },
    resume: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const target = findTarget(values.target);
const sample = chosenSample();
const { tested, equivalents, total } = mutantsToTest(target, sample);
const selected = tested.filter(
  ({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
);
if (selected.length === 0) throw new Error('no mutant was selected');
process.stderr.write(`${selected.length} mutants of ${total}\n`);

let done = 0;
const recorded = new RecordedVerdicts(target);
// A test that this run leaves out kills nothing in it.
const leftOut = values.own ? target.suites.slice(1).map(({ name }) => name) : [];
const known = new Map(
  (values.resume ? selected : []).flatMap((mutant) => {
    const killer = recorded.killerOf(mutant);
    return killer === undefined || leftOut.includes(killer.suite) ? [] : [[mutant, killer] as const];
  }),
);
const fresh = selected.filter((mutant) => known.get(mutant) === undefined);
const measured = await runMutants(target, fresh, {
  limitMs: target.limitMs,
  suites: values.own ? 1 : target.suites.length,
  onVerdict: reportVerdict,
});
const killers = new Map<Mutant, KillingTest | undefined>([
  ...known,
  ...measured.map(({ mutant, killer }) => [mutant, killer] as const),
]);
const verdicts = selected.map((mutant) => ({ mutant, killer: killers.get(mutant) }));
process.stdout.write(`${mutantSummary(verdicts, target.suites)}\n`);
const result: TargetResult = { target, sample, total, verdicts, equivalents, onlyOwnTests: values.own };
if (values.write && positionals.length === 0) writeMutantDocs(result);
else if (values.write)
  process.stderr.write('Nothing is written, because only a run of the whole sample can write the page.\n');
process.exitCode = scoreOf(verdicts) < leastScore(target) ? 1 : 0;

function chosenSample(): SampleOptions | undefined {
  if (target.sample === undefined || values.all) return undefined;
  return {
    size: Number(values.size ?? target.sample.size),
    seed: Number(values.seed ?? target.sample.seed),
  };
}

function reportVerdict(verdict: MutantVerdict): void {
  recorded.add(verdict);
  const { mutant, killer } = verdict;
  const { file, functionName, description, from, to } = mutant;
  if (++done % 25 === 0) process.stderr.write(`${done}/${fresh.length}\n`);
  if (killer === undefined)
    process.stderr.write(`SURVIVED  ${file}, ${functionName}: ${description}\n  from  ${from}\n  to    ${to}\n`);
}
