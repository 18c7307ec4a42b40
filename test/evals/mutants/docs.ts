/** docs/explanation/mutation-testing.md: what was measured of each target. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { equivalents as allEquivalents, type Equivalent } from './equivalent-mutants.ts';
import type { Mutant } from './mutant.ts';
import type { KillingTest, MutationTarget, TestSuite } from './mutation-target.ts';
import { reasonForSurvival } from './reviewed-survivors.ts';
import type { MutantVerdict } from './run-mutants.ts';
import type { SampleOptions } from './sample-mutants.ts';
import { scoreOf } from './score.ts';

const page = new URL('../../../docs/explanation/mutation-testing.md', import.meta.url);

export interface TargetResult {
  readonly target: MutationTarget;
  /** Undefined if all mutants were tested. */
  readonly sample: SampleOptions | undefined;
  /** The number of all mutants. */
  readonly total: number;
  readonly verdicts: readonly MutantVerdict[];
  /** Those of the sample that were not tested. */
  readonly equivalents: readonly Equivalent[];
  /** Only the first suite ran, so that other tests may kill some of the survivors. */
  readonly onlyOwnTests: boolean;
}

/** Throws an Error if the page has no place for the target. */
export function writeMutantDocs(result: TargetResult): void {
  const { name } = result.target;
  const text = readFileSync(page, 'utf8');
  const marked = markedPart(name);
  if (!marked.test(text)) throw new Error(`the page has no <!-- mutants: ${name} -->`);
  writeFileSync(
    page,
    text.replace(marked, (_all, open, _part, close) => `${open}\n${sectionOf(result)}\n${close}`),
  );
}

/** The part of the page about one target. */
export function readMutantDocs(name: string): string {
  return markedPart(name).exec(readFileSync(page, 'utf8'))?.[2] ?? '';
}

function markedPart(name: string): RegExp {
  return new RegExp(`(<!-- mutants: ${name} -->\\n)(.*)(\\n<!-- /mutants -->)`.replace('.*', '(?:(?!<!--).)*'), 's');
}

function sectionOf({ target, sample, total, verdicts, equivalents, onlyOwnTests }: TargetResult): string {
  const summary = mutantSummary(verdicts, onlyOwnTests ? target.suites.slice(0, 1) : target.suites);
  if (target.sample === undefined) {
    const excluded = allEquivalents.filter(({ file }) => target.files.includes(file));
    return [summary, equivalentsTable(excluded), ...tables(verdicts)].join('\n\n');
  }
  const part = sample === undefined ? `All ${total} mutants` : `A sample (seed ${sample.seed}) of ${total} mutants`;
  const score = Math.floor(scoreOf(verdicts) * 100);
  const tests = onlyOwnTests ? ' by the tests of the folder alone' : '';
  const lead = `${part}: ${score} % of the ${verdicts.length} that ran are killed${tests}; ${equivalents.length} more are equivalent.`;
  return [lead, summary, survivorsTable(verdicts), equivalentsTable(equivalents)].join('\n\n');
}

function survivorsTable(verdicts: readonly MutantVerdict[]): string {
  const survivors = verdicts.filter(({ killer }) => killer === undefined);
  if (survivors.length === 0) return 'No mutant survived.';
  return [
    'Survivors:',
    '',
    cells(['in', 'mutation', 'from', 'to', 'why no test kills it']),
    cells(Array(5).fill('---')),
    ...survivors.map(({ mutant }) => cells([...changeCells(mutant), reasonForSurvival(mutant) ?? 'to be tested'])),
  ].join('\n');
}

/** The totals as a table: by file, and by the first suite that kills it. */
export function mutantSummary(verdicts: readonly MutantVerdict[], suites: readonly TestSuite[]): string {
  const files = [...new Set(verdicts.map(({ mutant }) => mutant.file))];
  const names = suites.map(({ name }) => name);
  const row = (title: string, ones: readonly MutantVerdict[]) => {
    const by = (suite: string) => ones.filter(({ killer }) => killer?.suite === suite).length;
    const other = ones.filter(({ killer }) => killer && !names.includes(killer.suite)).length;
    const survived = ones.filter(({ killer }) => killer === undefined).length;
    return cells([title, ones.length, ...names.map(by), other, survived]);
  };
  return [
    cells(['file', 'mutants', ...names.map((name) => `killed by ${name}s`), 'by the time limit', 'survived']),
    cells(['---', ...Array(names.length + 3).fill('--:')]),
    ...files.map((file) =>
      row(
        path.basename(file),
        verdicts.filter(({ mutant }) => mutant.file === file),
      ),
    ),
    row('all', verdicts),
  ].join('\n');
}

function equivalentsTable(equivalents: readonly Equivalent[]): string {
  if (equivalents.length === 0) return 'No equivalent mutants.';
  return [
    'Excluded as equivalent, because they behave the same:',
    '',
    cells(['in', 'mutation', 'from', 'to', 'why it is equivalent']),
    cells(Array(5).fill('---')),
    ...equivalents.map((one) => cells([...changeCells(one), one.reason])),
  ].join('\n');
}

function tables(verdicts: readonly MutantVerdict[]): readonly string[] {
  const byFile = Map.groupBy(verdicts, ({ mutant }) => mutant.file);
  return [...byFile].map(([file, ones]) =>
    [
      `### ${path.basename(file)}`,
      '',
      cells(['in', 'mutation', 'from', 'to', 'killed by']),
      cells(Array(5).fill('---')),
      ...ones.map(({ mutant, killer }) => `${rowOf(mutant)} ${killerText(killer)} |`),
    ].join('\n'),
  );
}

/** The row of a mutant without its killer, which shows whether the page is current. */
export function rowOf(mutant: Mutant): string {
  return cells(changeCells(mutant));
}

function changeCells({
  functionName,
  description,
  from,
  to,
}: Omit<Mutant, 'file' | 'start' | 'end'>): readonly string[] {
  return [`\`${functionName}\``, description, code(from), code(to)];
}

function killerText(killer: KillingTest | undefined): string {
  return killer === undefined ? '**survived**' : escaped(`${killer.suite}: ${killer.test}`);
}

function cells(values: readonly (string | number)[]): string {
  return `| ${values.join(' | ')} |`;
}

const LONGEST = 100;

/** On one line; the middle of a long text is omitted. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST / 2)} … ${line.slice(-LONGEST / 2)}` : line;
  return short === '' ? 'nothing' : `<code>${escaped(short)}</code>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>|`*_\\[\]~$]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
