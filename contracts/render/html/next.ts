/** What a reader is to do next, with the command for it. */
import { type KitCommand, kitCommand } from '../../../shell/kit-command.ts';
import { missingShards, type Report, type Shard } from '../../report/report.ts';
import { command } from './finding.ts';
import { hasWaivedFaults } from './letter.ts';
import { html, type Markup, nothing } from './markup.ts';
import type { SortedFindings } from './told.ts';

/** The last sentence, and the command. */
export function next(report: Report, told: SortedFindings): Markup {
  const missing = missingShards(report.unattempted);
  return missing.length > 0 ? nextPart(report, missing) : nextRun(report, told);
}

/** To run the whole again would do nothing for the parts that are there. */
function nextPart(report: Report, missing: readonly Shard[]): Markup {
  const isOne = missing.length === 1;
  const which = isOne ? 'the part that is missing' : 'the parts that are missing, one by one';
  const its = isOne ? 'its report' : 'their reports';
  const parts = missing.slice(0, MOST_PARTS).map((shard) => command(partCommand(report, shard)));
  const of = missing[0]?.of ?? 0;
  const all = Array.from({ length: of }, (_none, at) => `${at + 1}.json`).join(' ');
  return html`<p class="letter next">What to do: run ${which}, with whatever other options the others had:</p>${parts}<p class="letter next">Then join ${its} and those of all others, here called 1.json and so on:</p>${command(`plant-store merge ${all} --out report`)}`;
}

/** However many there are, the rest goes the same way. */
const MOST_PARTS = 3;

function partCommand(report: Report, { index, of }: Shard): string {
  const part = [
    ['shard', `${index}/${of}`],
    ['report', `json=${index}.json`],
  ] as const;
  return commandFor(report, 'verify', [...optionsOf(report), ...part]);
}

function nextRun(report: Report, told: SortedFindings): Markup {
  const advice = told.counted.length > 0 ? ' The advice below is worth reading.' : '';
  const done = hasWaivedFaults(told)
    ? 'What is waived has to be mended before its waiver ends; nothing else has to be done.'
    : 'Nothing has to be done.';
  const words = {
    conforms: `${done}${advice} Run it again whenever the implementation or the contract changes:`,
    'breaks the contract': `What to do: mend what is listed below. Each finding names the line of the contract that it rests on${curlText(report)}. Then run all of it again, with whatever other options this run had:`,
    'could not judge': 'What to do: remove what kept it from being judged, listed below, then run it again:',
  }[report.verdict.kind];
  const line = commandOf(report);
  return html`<p class="letter next">${line === undefined ? words.replace(/:$/, '.') : words}</p>${line === undefined ? nothing : command(line)}`;
}

/** Whoever does not have the kit has curl. */
function curlText({ targetKind, stages }: Report): string {
  if (targetKind === 'files') return '';
  const [none, one, several] = [
    '',
    ', with the credential from the variable PLANT_STORE_TOKEN',
    ', with credentials from the variables that it names',
  ];
  const credential = [none, one][schemesIn(stages).length] ?? several;
  return `; where a request shows it, a line for curl sends that again${credential}`;
}

/** Of files another command judged, which is not known here. */
function commandOf(report: Report): string | undefined {
  if (report.targetKind === 'files') return undefined;
  const isWhole = report.stages.some(({ name }) => name !== 'conformance' && name !== 'waivers');
  return commandFor(report, isWhole ? 'gate' : 'verify', optionsOf(report));
}

type Options = NonNullable<KitCommand['options']>;

function optionsOf({ contract, stages, strict, waivers }: Report): Options {
  const seeds = new Set(stages.flatMap(({ run }) => (run === undefined ? [] : [String(run.seed)])));
  const files = new Set(waivers.map(({ place }) => place.file));
  return [
    ['spec', contract.file],
    ...(seeds.size === 1 ? [...seeds].map((seed) => ['seed', seed] as const) : []),
    ...[...files].map((file) => ['waivers', file] as const),
    ...(strict ? [['strict', true] as const] : []),
  ];
}

/** Of several base URLs, as parts of a run may have had, the first. */
function commandFor(report: Report, command: string, options: Options): string {
  const { target, targetKind } = report;
  const positionals = targetKind === 'fake store' ? [] : [target.replace(/, .*/s, '')];
  return kitCommand({ command, positionals, options, environment: credentialVariables(report) });
}

/** In the environment: others on the machine can read the arguments of a process. */
function credentialVariables({ targetKind, stages }: Report): NonNullable<KitCommand['environment']> {
  const [first, ...others] = targetKind === 'implementation' ? schemesIn(stages) : [];
  if (first === undefined) return [];
  if (others.length === 0) return [['PLANT_STORE_TOKEN', ['...']]];
  return [['PLANT_STORE_AUTH', [first, ...others].map((name) => `${name}=...`)]];
}

/** The credentials that operations ask for, by name: one belongs in the environment, several have to be told apart. */
function schemesIn(stages: Report['stages']): readonly string[] {
  const groups = stages.flatMap(({ coverage }) => coverage?.operations ?? []).flatMap((one) => one.groups);
  const items = groups.filter(({ kind }) => kind === 'security schemes').flatMap((group) => group.items);
  return [...new Set(items.map(({ name }) => name))];
}
