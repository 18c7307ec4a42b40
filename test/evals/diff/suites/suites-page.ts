/** Formats the comparison with the test suites of other tools: counts, and the reasons of all differences. */
import { readFileSync, writeFileSync } from 'node:fs';
import { findComparatorReason } from './comparator-differences.ts';
import type { ComparedInteractionVerdict } from './comparator-suite.ts';
import { findReason } from './oasdiff-differences.ts';
import type { OasdiffResults } from './oasdiff-suite.ts';
import { findPairReason } from './openapi-diff-differences.ts';
import type { ComparedPair } from './openapi-diff-suite.ts';

export interface SuiteResults {
  readonly oasdiff: OasdiffResults;
  readonly openapiDiff: readonly ComparedPair[];
  readonly comparator: readonly ComparedInteractionVerdict[];
}

/** A difference in the verdict on one case. */
interface Difference {
  readonly name: string;
  readonly theirs: string;
  readonly ours: string;
  readonly reason: string | undefined;
}

export const suitesPage = new URL('../../../../docs/explanation/peer-suites.md', import.meta.url);
const marked = /(<!-- suites -->\n).*(\n<!-- \/suites -->)/s;

export function writeSuitesPage(results: SuiteResults): void {
  const text = readFileSync(suitesPage, 'utf8');
  writeFileSync(
    suitesPage,
    text.replace(marked, (_all, open, close) => `${open}\n${suiteTables(results)}\n${close}`),
  );
}

export function suiteTables(results: SuiteResults): string {
  const { oasdiff, openapiDiff, comparator } = results;
  return [
    '### oasdiff',
    '',
    ...countTable(oasdiff.compared.length, oasdiffDifferences(oasdiff)),
    '',
    ...ruleTable(oasdiff),
    '',
    `${oasdiff.compared.length} of its tests were compared; ${oasdiff.skipped.length} were not:`,
    '',
    ...skippedTable(oasdiff),
    '',
    ...reasonTable('tests', oasdiffDifferences(oasdiff)),
    '',
    '### openapi-diff',
    '',
    ...countTable(openapiDiff.length, pairDifferences(openapiDiff)),
    '',
    ...reasonTable('pairs', pairDifferences(openapiDiff)),
    '',
    '### openapi-pact-comparator',
    '',
    ...countTable(comparator.length, comparatorDifferences(comparator)),
    '',
    ...reasonTable('interactions', comparatorDifferences(comparator)),
  ].join('\n');
}

/** The differences without a known reason. */
export function unexplained({ oasdiff, openapiDiff, comparator }: SuiteResults): readonly string[] {
  return [...oasdiffDifferences(oasdiff), ...pairDifferences(openapiDiff), ...comparatorDifferences(comparator)]
    .filter(({ reason }) => reason === undefined)
    .map(({ name, theirs, ours }) => `${name}: they say ${theirs}, we say ${ours}`);
}

function oasdiffDifferences({ compared }: OasdiffResults): readonly Difference[] {
  return compared
    .filter(({ ours, theirs }) => ours !== theirs)
    .map((one) => ({
      name: one.test.name,
      theirs: one.theirs,
      ours: one.ours ?? 'rejected',
      reason: findReason(one),
    }));
}

function pairDifferences(compared: readonly ComparedPair[]): readonly Difference[] {
  return compared.filter(({ ours, theirs }) => ours !== theirs).map((one) => ({ ...one, reason: findPairReason(one) }));
}

function comparatorDifferences(compared: readonly ComparedInteractionVerdict[]): readonly Difference[] {
  return compared
    .filter(({ ours, theirs }) => ours !== theirs)
    .map((one) => ({
      ...one,
      name: `${one.fixture}, interaction ${one.interaction}`,
      reason: findComparatorReason(one),
    }));
}

type RuleVerdict = 'the same in all tests' | 'different in some test' | 'in no compared test';

/** One line for each of their rules, for stdout. */
export function ruleLines({ oasdiff }: SuiteResults): string {
  return [...ruleVerdicts(oasdiff)].map(([id, verdict]) => `${id}: ${verdict}`).join('\n');
}

function ruleVerdicts({ compared, rules }: OasdiffResults): ReadonlyMap<string, RuleVerdict> {
  const isDifferent = ({ ours, theirs }: OasdiffResults['compared'][number]) => ours !== theirs;
  return new Map(
    rules.map(({ id }) => {
      const tests = compared.filter(({ test }) => test.expected.some((rule) => rule.id === id));
      if (tests.length === 0) return [id, 'in no compared test'] as const;
      return [id, tests.some(isDifferent) ? 'different in some test' : 'the same in all tests'] as const;
    }),
  );
}

function ruleTable(oasdiff: OasdiffResults): readonly string[] {
  const groups = Map.groupBy(ruleVerdicts(oasdiff), ([, verdict]) => verdict);
  return [
    '| our verdict on the tests that expect the rule | rules |',
    '| --- | --: |',
    ...[...groups]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([verdict, list]) => `| ${verdict} | ${list.length} |`),
  ];
}

const order = ['breaking', 'error', 'risky', 'warning', 'compatible', 'harmless', 'none', 'rejected'];

function countTable(total: number, differences: readonly Difference[]): readonly string[] {
  const pairs = Map.groupBy(differences, ({ theirs, ours }) => `${theirs} | ${ours}`);
  const rank = (pair: string) =>
    order.indexOf(pair.split(' | ')[0] ?? '') * order.length + order.indexOf(pair.split(' | ')[1] ?? '');
  return [
    '| they say | we say | number |',
    '| --- | --- | --: |',
    `| the same | | ${total - differences.length} |`,
    ...[...pairs].toSorted(([a], [b]) => rank(a) - rank(b)).map(([pair, list]) => `| ${pair} | ${list.length} |`),
  ];
}

function skippedTable({ skipped }: OasdiffResults): readonly string[] {
  const groups = [...Map.groupBy(skipped, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  return ['| why not | tests |', '| --- | --: |', ...groups.map(([reason, list]) => `| ${reason} | ${list.length} |`)];
}

function reasonTable(noun: string, differences: readonly Difference[]): readonly string[] {
  const groups = [...Map.groupBy(differences, ({ reason = 'unknown' }) => reason)];
  return [
    `| why the verdict differs | ${noun} | example |`,
    '| --- | --: | --- |',
    ...groups
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([reason, list]) => `| ${reason} | ${list.length} | ${list[0]?.name ?? ''} |`),
  ];
}
