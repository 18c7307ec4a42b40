/** Writes the generated part of docs/diff.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Impact } from '../../../spec/diff/rules/change.ts';
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import { applyContractMutant, contractMutantName } from './apply-mutant.ts';
import type { ContractMutant } from './mutants/mutant.ts';
import { type Peer, type PeerVerdicts, peers } from './peers/peer-verdicts.ts';

/** The verdict of our differ, by the names of the mutants. */
export type ImpactsByMutant = ReadonlyMap<string, Impact>;

export interface DifferResults {
  readonly mutants: readonly ContractMutant[];
  readonly own: ImpactsByMutant;
  readonly peers: PeerVerdicts;
}

const page = new URL('../../../docs/reference/breaking-changes.md', import.meta.url);
const marked = /(<!-- peers -->\n).*(\n<!-- \/peers -->)/s;

export function readDiffPage(): string {
  return readFileSync(page, 'utf8');
}

export function writeDiffPage(results: DifferResults): void {
  writeFileSync(page, withTables(readDiffPage(), results));
}

export function withTables(text: string, results: DifferResults): string {
  return text.replace(marked, (_all, open, close) => `${open}\n${tablesOf(results)}\n${close}`);
}

export function tablesOf(results: DifferResults): string {
  const groups = Map.groupBy(results.mutants, ({ group }) => group);
  return [
    row([...head, ...tools.flatMap((tool) => [`missed by ${tool}`, 'false positives'])]),
    row(['---', ...Array(head.length - 1 + 2 * tools.length).fill('--:')]),
    ...[...groups].map(([group, mutants]) => line(group, { ...results, mutants })),
    line('**all**', results),
    line('**all of OpenAPI 3.0**', { ...results, mutants: results.mutants.filter(isOfThreeZero) }),
  ].join('\n');
}

/** The version that both peers support. */
function isOfThreeZero(mutant: ContractMutant): boolean {
  const { before, after } = applyContractMutant(mutant);
  return [before, after].every((one) => isJsonObject(one) && String(one['openapi']).startsWith('3.0'));
}

const head = ['group', 'changes', 'breaking', 'harmless', 'risky'];
const tools = ['plant-store', ...peers] as const;

function line(group: string, results: DifferResults): string {
  const { mutants } = results;
  const of = (label: Impact) => mutants.filter((mutant) => mutant.label === label).length;
  return row([
    group,
    mutants.length,
    of('breaking'),
    of('harmless'),
    of('risky'),
    ...tools.flatMap((tool) => [missedCount(tool, results), falsePositiveCount(tool, results)]),
  ]);
}

type Tool = 'plant-store' | Peer;

function verdictFor(tool: Tool, mutant: ContractMutant, { own, peers: theirs }: DifferResults): string {
  const name = contractMutantName(mutant);
  return (tool === 'plant-store' ? own.get(name) : theirs.get(name)?.verdicts[tool]) ?? 'nothing';
}

function missedCount(tool: Tool, results: DifferResults): string {
  return countWrong(verdictsFor('breaking', tool, results), (verdict) => verdict !== 'breaking');
}

function falsePositiveCount(tool: Tool, results: DifferResults): string {
  return countWrong(verdictsFor('harmless', tool, results), isFalsePositive);
}

function verdictsFor(label: Impact, tool: Tool, results: DifferResults): readonly string[] {
  return results.mutants.filter((mutant) => mutant.label === label).map((mutant) => verdictFor(tool, mutant, results));
}

/** The number of wrong verdicts, among those that were not rejected. */
function countWrong(verdicts: readonly string[], isWrong: (verdict: string) => boolean): string {
  const decided = verdicts.filter((verdict) => !verdict.startsWith('cannot'));
  const rejected = verdicts.length - decided.length;
  const wrong = `${decided.filter(isWrong).length}`;
  if (rejected === 0) return wrong;
  return decided.length === 0 ? 'rejected' : `${wrong}, ${rejected} rejected`;
}

/** Only our differ has `risky`; for a harmless change it is also a false positive. */
function isFalsePositive(verdict: string): boolean {
  return verdict === 'breaking' || verdict === 'risky';
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
