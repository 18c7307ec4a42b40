/** The generated part of docs/strangers.md. */
import { readFileSync } from 'node:fs';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { type Judgement, judgementOf, judgements } from './judged.ts';
import { faultsOf, type Outcome } from './outcome.ts';

export function markdownOf(outcomes: readonly Outcome[]): string {
  return [...tableOf(outcomes), '', ...outcomes.flatMap(detailsOf)].join('\n');
}

const head = ['store', 'cases', 'requests', 'faults by check', 'advice', 'seconds', 'verdict', 'second run'];

function tableOf(outcomes: readonly Outcome[]): readonly string[] {
  return [row(head), row(head.map(() => '---')), ...outcomes.map(lineOf)];
}

function lineOf({ stranger, result, differences, ended }: Outcome): string {
  const { cases, requests, ms, findings, unjudged } = result;
  const faults = faultsOf(result);
  const verdict = [faults.length > 0 ? 'breaks the contract' : 'conforms', ended];
  return row([
    `**${stranger.name}**: ${stranger.what}<br>${versionsOf(stranger.packages)}`,
    cases,
    requests,
    countsOf(faults),
    findings.length - faults.length,
    (ms / 1000).toFixed(1),
    [...verdict, ...unjudged.map(({ reason }) => reason)].filter((word) => word !== undefined).join(', '),
    differences.length === 0 ? 'the same' : `differs in ${differences.length}`,
  ]);
}

function countsOf(faults: readonly Finding[]): string {
  const byCheck = Map.groupBy(faults, ({ check }) => check);
  return [...byCheck].map(([check, found]) => `${check} ${found.length}`).join('<br>') || 'none';
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function versionsOf(packages: readonly string[]): string {
  return packages.map((name) => `${name} ${versionOf(name)}`).join(', ');
}

/** As installed: Prism in the root, the others here. */
function versionOf(name: string): string {
  const root = name.startsWith('@stoplight/') ? '../../../' : './';
  const manifest: unknown = JSON.parse(
    readFileSync(new URL(`${root}node_modules/${name}/package.json`, import.meta.url), 'utf8'),
  );
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'of unknown version';
}

function detailsOf({ stranger, result, differences }: Outcome): readonly string[] {
  const faults = faultsOf(result);
  if (faults.length === 0) return [];
  return [
    `<details><summary>${stranger.name}: what is told, and whether it is right</summary>`,
    '',
    row(['check', 'case', 'received', 'judged']),
    row(['---', '---', '---', '---']),
    ...kindsOf(stranger.name, faults).map(kindLine),
    '',
    ...differences.map((fingerprint) => `Only in one of the two runs: ${cell(fingerprint)}\n`),
    '</details>',
    '',
  ];
}

/** Findings of one check that one judgement covers. */
interface Kind {
  readonly first: Finding;
  readonly all: readonly Finding[];
  readonly judgement: Judgement | undefined;
}

function kindsOf(store: string, faults: readonly Finding[]): readonly Kind[] {
  const byKind = Map.groupBy(faults, (fault) => {
    const judgement = judgementOf(store, fault);
    return judgement === undefined ? fault.fingerprint : `${fault.check} ${judgements.indexOf(judgement)}`;
  });
  return [...byKind.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [{ first, all, judgement: judgementOf(store, first) }];
  });
}

function kindLine({ first, all, judgement }: Kind): string {
  const cases = all.reduce((sum, { more }) => sum + 1 + more, 0);
  return row([
    first.check,
    `${cell(first.evidence?.mutation ?? '')}${cases > 1 ? `, +${cases - 1} more` : ''}`,
    cell(first.received),
    judgement === undefined ? '**unjudged**' : cell(`${judgement.judgement}: ${judgement.why}`),
  ]);
}

/** Text for a cell of a table: on one line, with nothing that Markdown would take for its own. */
function cell(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ');
  return cut(line).replace(/[\\|<>*_`&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const LONGEST = 140;

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}
