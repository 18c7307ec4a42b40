/** The generated part of docs/explanation/services.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { CauseVerdict, ServiceResult } from './data.ts';
import type { KnownBug } from './known-bugs.ts';
import { knownBugsLine, knownBugsTable } from './known-bugs-table.ts';
import { cell, row } from './markdown-table.ts';
import { services } from './services.ts';

const page = new URL('../../../docs/explanation/services.md', import.meta.url);
const [start, end] = ['<!-- services -->', '<!-- /services -->'];

export function readPage(): string {
  return readFileSync(page, 'utf8');
}

/** What people found out about the services: the verdicts on their causes, and their known bugs. */
export interface CheckedByHand {
  readonly verdicts: readonly CauseVerdict[];
  readonly bugs: readonly KnownBug[];
}

export function writePage(results: readonly ServiceResult[], checked: CheckedByHand): void {
  const text = readPage();
  const before = text.slice(0, text.indexOf(start));
  const after = text.slice(text.indexOf(end));
  writeFileSync(page, `${before}${start}\n\n${servicesMarkdown(results, checked)}\n${after}`);
}

export function servicesMarkdown(results: readonly ServiceResult[], { verdicts, bugs }: CheckedByHand): string {
  return [
    row(['service', 'tested', 'configured', 'causes', 'true', 'debatable', 'false', 'CPU', 'second run']),
    row(Array.from({ length: 9 }, () => '---')),
    ...results.map((result) => resultLine(result, verdicts)),
    '',
    goalsLine(results, verdicts),
    knownBugsLine(bugs),
    '',
    ...results.flatMap((result) => detailsOf(result, { verdicts, bugs })),
  ].join('\n');
}

function resultLine(result: ServiceResult, verdicts: readonly CauseVerdict[]): string {
  const { service, packages, causes, cpuSeconds, differences, configured } = result;
  const errors = causes.filter(({ severity }) => severity === 'error').length;
  const description = services.find(({ name }) => name === service)?.description;
  return row([
    `**${service}**: ${description}<br>${packages.join(', ')}`,
    testedText(result, result.operations),
    configured === undefined ? 'not needed' : testedText(configured, result.operations),
    `${quantity(errors, 'error')}, ${quantity(causes.length - errors, 'warning')}`,
    ...(['true', 'debatable', 'false'] as const).map((verdict) => count(result, verdicts, verdict)),
    `${cpuSeconds.toFixed(0)} s`,
    differences.length === 0 ? 'the same' : `${differences.length} other causes`,
  ]);
}

/** `1 warning`, `2 warnings`. */
function quantity(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function testedText(
  { tested, testedInPart }: Pick<ServiceResult, 'tested' | 'testedInPart'>,
  operations: number,
): string {
  return `${tested} of ${operations}${testedInPart === 0 ? '' : `, ${testedInPart} in part`}`;
}

function count(result: ServiceResult, verdicts: readonly CauseVerdict[], verdict: CauseVerdict['verdict']): number {
  return verdictsOf(result, verdicts).filter((one) => one.verdict === verdict).length;
}

function verdictsOf({ service, causes }: ServiceResult, verdicts: readonly CauseVerdict[]): readonly CauseVerdict[] {
  return verdicts.filter((one) => one.service === service && causes.some(({ place }) => place === one.place));
}

function goalsLine(results: readonly ServiceResult[], verdicts: readonly CauseVerdict[]): string {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const causes = sum(results.map((result) => result.causes.length));
  const wrong = sum(results.map((result) => count(result, verdicts, 'false')));
  const operations = sum(results.map((result) => result.operations));
  const tested = sum(results.map((result) => result.tested));
  const configured = sum(results.map((result) => (result.configured ?? result).tested));
  const same = results.filter(({ differences }) => differences.length === 0).length;
  return [
    `${causes - wrong} of ${causes} causes (${percent(causes - wrong, causes)}) are true or debatable.`,
    `${tested} of ${operations} operations (${percent(tested, operations)}) are tested without a configuration, ${configured} with it.`,
    `${same} of ${results.length} services have the same causes in both runs.`,
  ].join('\n');
}

function percent(part: number, whole: number): string {
  return `${Math.floor((100 * part) / whole)} %`;
}

function detailsOf(result: ServiceResult, { verdicts, bugs }: CheckedByHand): readonly string[] {
  const known = verdictsOf(result, verdicts);
  return [
    `<details><summary>${result.service}: causes, each checked by hand, and known bugs</summary>`,
    '',
    row(['check', 'operation', 'case', 'verdict by hand']),
    row(['---', '---', '---', '---']),
    ...result.causes.map(({ place }) => causeLine(place, known)),
    '',
    ...knownBugsTable(bugs.filter(({ service }) => service === result.service)),
    '',
    '</details>',
    '',
  ];
}

function causeLine(place: string, known: readonly CauseVerdict[]): string {
  const [check = '', operation = '', , ...rest] = place.split('|');
  const found = known.find((one) => one.place === place);
  const verdict = found === undefined ? '**not checked by hand**' : cell(`${found.verdict}: ${found.reason}`);
  return row([check, cell(operation), cell(rest.join(' ')), verdict]);
}
