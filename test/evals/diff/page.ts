/** docs/diff.md: the part of it that is made from the mutants. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Impact } from '../../../spec/diff/rules/change.ts';
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Mutant } from './mutants/mutant.ts';
import { type Answers, type Peer, peers } from './peers/answers.ts';
import { nameOf, subjectOf } from './subject.ts';

/** What ours says, by the names of the mutants. */
export type Verdicts = ReadonlyMap<string, Impact>;

export interface Results {
  readonly mutants: readonly Mutant[];
  readonly ours: Verdicts;
  readonly theirs: Answers;
}

const page = new URL('../../../docs/diff.md', import.meta.url);
const marked = /(<!-- peers -->\n).*(\n<!-- \/peers -->)/s;

export function readPage(): string {
  return readFileSync(page, 'utf8');
}

export function writePage(results: Results): void {
  writeFileSync(page, withTables(readPage(), results));
}

export function withTables(text: string, results: Results): string {
  return text.replace(marked, (_all, open, close) => `${open}\n${tablesOf(results)}\n${close}`);
}

export function tablesOf(results: Results): string {
  const groups = Map.groupBy(results.mutants, ({ group }) => group);
  return [
    row([...head, ...tools.flatMap((tool) => [`missed by ${tool}`, 'false alarms'])]),
    row(['---', ...Array(head.length - 1 + 2 * tools.length).fill('--:')]),
    ...[...groups].map(([group, mutants]) => line(group, { ...results, mutants })),
    line('**all**', results),
    line('**all of OpenAPI 3.0**', { ...results, mutants: results.mutants.filter(isOfThreeZero) }),
  ].join('\n');
}

/** The version that both peers say they know. */
function isOfThreeZero(mutant: Mutant): boolean {
  const { before, after } = subjectOf(mutant);
  return [before, after].every((one) => isJsonObject(one) && String(one['openapi']).startsWith('3.0'));
}

const head = ['of', 'changes', 'breaking', 'harmless', 'risky'];
const tools = ['plant-store', ...peers] as const;

function line(group: string, results: Results): string {
  const { mutants } = results;
  const of = (label: Impact) => mutants.filter((mutant) => mutant.label === label).length;
  return row([
    group,
    mutants.length,
    of('breaking'),
    of('harmless'),
    of('risky'),
    ...tools.flatMap((tool) => [missed(tool, results), falseAlarms(tool, results)]),
  ]);
}

type Tool = 'plant-store' | Peer;

function said(tool: Tool, mutant: Mutant, { ours, theirs }: Results): string {
  const name = nameOf(mutant);
  return (tool === 'plant-store' ? ours.get(name) : theirs.get(name)?.said[tool]) ?? 'nothing';
}

function missed(tool: Tool, results: Results): string {
  return counted(answersOn('breaking', tool, results), (word) => word !== 'breaking');
}

function falseAlarms(tool: Tool, results: Results): string {
  return counted(answersOn('harmless', tool, results), isAlarm);
}

function answersOn(label: Impact, tool: Tool, results: Results): readonly string[] {
  return results.mutants
    .filter((mutant) => mutant.label === label)
    .map((mutant) => said(tool, mutant, results));
}

/** How many are wrong; of those that were not refused. */
function counted(words: readonly string[], isWrong: (word: string) => boolean): string {
  const judged = words.filter((word) => !word.startsWith('cannot'));
  const refused = words.length - judged.length;
  const wrong = `${judged.filter(isWrong).length}`;
  if (refused === 0) return wrong;
  return judged.length === 0 ? 'refused' : `${wrong}, ${refused} refused`;
}

/** `risky` is a word of ours alone; said of what is harmless, it is an alarm too. */
function isAlarm(word: string): boolean {
  return word === 'breaking' || word === 'risky';
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
