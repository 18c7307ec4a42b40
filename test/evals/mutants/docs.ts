/** docs/mutants.md: every mutant, and the test that kills it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { equivalents } from './equivalent-mutants.ts';
import type { Mutant } from './mutant.ts';
import type { KillingTest, TestSuite } from './mutation-target.ts';
import type { MutantVerdict } from './run-mutants.ts';

const page = new URL('../../../docs/explanation/mutation-testing.md', import.meta.url);
const marked = /(<!-- mutants -->\n).*(\n<!-- \/mutants -->)/s;

export function writeMutantDocs(verdicts: readonly MutantVerdict[], suites: readonly TestSuite[]): void {
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(marked, (_all, open, close) => `${open}\n${pageOf(verdicts, suites)}\n${close}`),
  );
}

export function readMutantDocs(): string {
  return readFileSync(page, 'utf8');
}

function pageOf(verdicts: readonly MutantVerdict[], suites: readonly TestSuite[]): string {
  return [mutantSummary(verdicts, suites), equivalentsTable(), ...tables(verdicts)].join('\n\n');
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

function equivalentsTable(): string {
  if (equivalents.length === 0) return 'No equivalent mutants.';
  return [
    'Excluded as equivalent, because they behave not change the behavior:',
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
      `## ${path.basename(file)}`,
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
