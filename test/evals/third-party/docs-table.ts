/** The generated part of docs/explanation/third-party-implementations.md. */
import { readFileSync } from 'node:fs';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { findManualVerdict, type ManualVerdict, manualVerdicts } from './manual-verdicts.ts';
import { errorFindings, type ThirdPartyOutcome } from './outcome.ts';

export function outcomesMarkdown(outcomes: readonly ThirdPartyOutcome[]): string {
  return [...tableOf(outcomes), '', ...outcomes.flatMap(detailsOf)].join('\n');
}

const head = ['implementation', 'cases', 'requests', 'errors by check', 'warnings', 'seconds', 'verdict', 'second run'];

function tableOf(outcomes: readonly ThirdPartyOutcome[]): readonly string[] {
  return [row(head), row(head.map(() => '---')), ...outcomes.map(lineOf)];
}

function lineOf({ implementation, result, differences, exitReason }: ThirdPartyOutcome): string {
  const { cases, requests, ms, findings, unchecked } = result;
  const errors = errorFindings(result);
  const verdict = [errors.length > 0 ? 'does not conform' : 'conforms', exitReason];
  return row([
    `**${implementation.name}**: ${implementation.description}<br>${versionsOf(implementation.packages)}`,
    cases,
    requests,
    countsOf(errors),
    findings.length - errors.length,
    (ms / 1000).toFixed(1),
    [...verdict, ...unchecked.map(({ reason }) => reason)].filter((word) => word !== undefined).join(', '),
    differences.length === 0 ? 'the same' : `${differences.length} differences`,
  ]);
}

function countsOf(errors: readonly Finding[]): string {
  const byCheck = Map.groupBy(errors, ({ check }) => check);
  return [...byCheck].map(([check, found]) => `${check} ${found.length}`).join('<br>') || 'none';
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function versionsOf(packages: readonly string[]): string {
  return packages.map((name) => `${name} ${versionOf(name)}`).join(', ');
}

/** The installed version: Prism's in the root, the others here. */
function versionOf(name: string): string {
  const root = name.startsWith('@stoplight/') ? '../../../' : './';
  const manifest: unknown = JSON.parse(
    readFileSync(new URL(`${root}node_modules/${name}/package.json`, import.meta.url), 'utf8'),
  );
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'of unknown version';
}

function detailsOf({ implementation, result, differences }: ThirdPartyOutcome): readonly string[] {
  const errors = errorFindings(result);
  if (errors.length === 0) return [];
  return [
    `<details><summary>${implementation.name}: findings, each checked by hand</summary>`,
    '',
    row(['check', 'case', 'received', 'verdict by hand']),
    row(['---', '---', '---', '---']),
    ...kindsOf(implementation.name, errors).map(kindLine),
    '',
    ...differences.map((fingerprint) => `Only in one of the two runs: ${cell(fingerprint)}\n`),
    '</details>',
    '',
  ];
}

/** Findings of one check with the same manual verdict. */
interface FindingKind {
  readonly first: Finding;
  readonly all: readonly Finding[];
  readonly verdict: ManualVerdict | undefined;
}

function kindsOf(store: string, errors: readonly Finding[]): readonly FindingKind[] {
  const byKind = Map.groupBy(errors, (error) => {
    const manualVerdict = findManualVerdict(store, error);
    return manualVerdict === undefined ? error.fingerprint : `${error.check} ${manualVerdicts.indexOf(manualVerdict)}`;
  });
  return [...byKind.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [{ first, all, verdict: findManualVerdict(store, first) }];
  });
}

function kindLine({ first, all, verdict: manualVerdict }: FindingKind): string {
  const cases = all.reduce((sum, { similarCount }) => sum + 1 + similarCount, 0);
  return row([
    first.check,
    `${cell(first.evidence?.mutation ?? '')}${cases > 1 ? `, +${cases - 1} more` : ''}`,
    cell(first.received),
    manualVerdict === undefined ? '**not checked by hand**' : cell(`${manualVerdict.verdict}: ${manualVerdict.reason}`),
  ]);
}

/** Text for a table cell: one line, with Markdown escaped. */
function cell(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ');
  return cut(line).replace(/[\\|<>*_`&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const LONGEST = 140;

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}
