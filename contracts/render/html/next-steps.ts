/** What to do next, with the command for it. */
import { formatKitCommand, type KitCommand } from '../../../shell/kit-command.ts';
import { parseMissingShards, type Report, type Shard } from '../../report/report.ts';
import { commandMarkup } from './finding.ts';
import { emptyMarkup, html, type Markup } from './markup.ts';
import type { SortedFindings } from './sorted-findings.ts';
import { hasWaivedErrors } from './summary-paragraph.ts';

/** The last sentence of the summary, and the commands. */
export function nextSteps(report: Report, sorted: SortedFindings): Markup {
  const missing = parseMissingShards(report.unattempted);
  return missing.length > 0 ? missingPartSteps(report, missing) : rerunSteps(report, sorted);
}

/** Running everything again would repeat the parts that exist. */
function missingPartSteps(report: Report, missing: readonly Shard[]): Markup {
  const isOne = missing.length === 1;
  const partsText = isOne ? 'the missing part' : 'each missing part';
  const reportsText = isOne ? 'its report' : 'their reports';
  const parts = missing.slice(0, MAX_PARTS).map((shard) => commandMarkup(partCommand(report, shard)));
  const of = missing[0]?.of ?? 0;
  const all = Array.from({ length: of }, (_none, at) => `${at + 1}.json`).join(' ');
  return html`<p class="intro next">What to do: run ${partsText} with the same other options as the other parts:</p>${parts}<p class="intro next">Then merge ${reportsText} with the reports of the other parts, here called 1.json and so on:</p>${commandMarkup(`plant-store merge ${all} --out report`)}`;
}

/** The commands for further parts look the same. */
const MAX_PARTS = 3;

function partCommand(report: Report, { index, of }: Shard): string {
  const part = [
    ['shard', `${index}/${of}`],
    ['report', `json=${index}.json`],
  ] as const;
  return createCommand(report, 'verify', [...reportOptions(report), ...part]);
}

function rerunSteps(report: Report, sorted: SortedFindings): Markup {
  const warningsText = sorted.counted.length > 0 ? ' Read the warnings below.' : '';
  const noActionText = hasWaivedErrors(sorted)
    ? 'Fix the waived errors before their waivers expire. No other action is needed.'
    : 'No action is needed.';
  const otherOptions = report.rerun?.isComplete === true ? '' : ' with the same other options';
  const instructions = {
    conforms: `${noActionText}${warningsText} Run it again when the implementation or the contract changes:`,
    'does not conform': `What to do: fix the findings below. Each finding names its line of the contract${curlHint(report)}. Then run everything again${otherOptions}:`,
    inconclusive: 'What to do: fix the problems below that prevented the checks. Then run it again:',
  }[report.verdict.kind];
  const line = rerunCommand(report);
  return html`<p class="intro next">${line === undefined ? instructions.replace(/:$/, '.') : instructions}</p>${line === undefined ? emptyMarkup : commandMarkup(line)}`;
}

/** A reader without the kit can use curl. */
function curlHint({ targetKind, stages }: Report): string {
  if (targetKind === 'files') return '';
  const [none, one, several] = [
    '',
    ', with the credential in the variable PLANT_STORE_TOKEN',
    ', with the credentials in the variables that it names',
  ];
  const credential = [none, one][usedSchemes(stages).length] ?? several;
  return ` and, if a request shows it, has a curl command that sends it again${credential}`;
}

/** Undefined for files: another command checked them, which is not known here. */
function rerunCommand(report: Report): string | undefined {
  if (report.targetKind === 'files') return undefined;
  const isWhole = report.stages.some(({ name }) => name !== 'conformance' && name !== 'waivers');
  return createCommand(report, isWhole ? 'gate' : 'verify', reportOptions(report));
}

type CommandOptions = NonNullable<KitCommand['options']>;

function reportOptions({ contract, stages, strict, waivers, rerun }: Report): CommandOptions {
  const seeds = new Set(stages.flatMap(({ run }) => (run === undefined ? [] : [String(run.seed)])));
  const files = new Set(waivers.map(({ place }) => place.file));
  return [
    ['spec', contract.file],
    ...(seeds.size === 1 ? [...seeds].map((seed) => ['seed', seed] as const) : []),
    ...(rerun?.options ?? [
      ...[...files].map((file) => ['waivers', file] as const),
      ...(strict ? [['strict', true] as const] : []),
    ]),
  ];
}

/** If a merged report has several base URLs, uses the first. */
function createCommand(report: Report, command: string, options: CommandOptions): string {
  const { target, targetKind } = report;
  const positionals = targetKind === 'mock server' ? [] : [target.replace(/, .*/s, '')];
  return formatKitCommand({ command, positionals, options, environment: credentialVariables(report) });
}

/** Credentials go into the environment: other users of the machine can read the arguments of a process. */
function credentialVariables({ targetKind, stages }: Report): NonNullable<KitCommand['environment']> {
  const [first, ...others] = targetKind === 'implementation' ? usedSchemes(stages) : [];
  if (first === undefined) return [];
  if (others.length === 0) return [['PLANT_STORE_TOKEN', ['...']]];
  return [['PLANT_STORE_AUTH', [first, ...others].map((name) => `${name}=...`)]];
}

/**
 * The names of the security schemes that operations require: one credential is passed by itself, several by scheme
 * name.
 */
function usedSchemes(stages: Report['stages']): readonly string[] {
  const groups = stages.flatMap(({ coverage }) => coverage?.operations ?? []).flatMap((one) => one.groups);
  const items = groups.filter(({ kind }) => kind === 'security schemes').flatMap((group) => group.items);
  return [...new Set(items.map(({ name }) => name))];
}
