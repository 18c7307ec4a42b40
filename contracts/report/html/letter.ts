/** What a reader who knows nothing of the kit needs: what was judged, what the verdict means, what to do next. */
import { shellWord } from '../../conformance/request/curl.ts';
import type { Report } from '../report.ts';
import { command } from './again.ts';
import { html, type Markup, nothing } from './markup.ts';
import type { Told } from './told.ts';
import { counted } from './words.ts';

export function letter(report: Report, told: Told): Markup {
  const meaning = isDiff(report) ? diffMeanings : meanings;
  return html`<p class="letter">${judged(report)} ${meaning[report.verdict.kind]}${openText(report)}${partOf(report)}${waivedText(told)}</p>${next(report, told)}`;
}

/** Two versions of a contract, and no implementation. */
function isDiff({ targetKind, stages }: Report): boolean {
  return targetKind === 'files' && stages.every(({ name }) => name === 'breaking changes');
}

function judged(report: Report): Markup {
  const { target, targetKind, contract, kit, stages, verdict } = report;
  if (isDiff(report))
    return html`${kit.name} ${kit.version} compared two versions of the contract <b>${contract.title}</b>: <b>${target}</b>.`;
  const requests = stages.reduce((sum, { run }) => sum + (run?.requests ?? 0), 0);
  const what =
    targetKind === 'files'
      ? html`<b>${target}</b>`
      : html`the ${targetKind === 'fake store' ? 'fake implementation of the kit itself' : 'implementation'} at <b>${target}</b>`;
  const how =
    requests === 0
      ? ''
      : ` It sent ${counted(requests, 'request')} and held every answer against the contract.`;
  return html`${kit.name} ${kit.version}, a program that tests HTTP services against their contract, ${verdict.kind === 'could not judge' ? 'was to judge' : 'judged'} ${what} by the contract <b>${contract.title} ${contract.version}</b>.${how}`;
}

type Meanings = Readonly<Record<Report['verdict']['kind'], string>>;

const diffMeanings: Meanings = {
  conforms: 'What the old one promises, the new one keeps.',
  'breaks the contract': 'Clients that rely on the old one can meet errors or wrong data by the new one.',
  'could not judge': 'Not everything that has to be compared could be. This is not a pass.',
};

const meanings: Meanings = {
  conforms: 'Everything that had to be tried was tried, and nothing contradicts the contract.',
  'breaks the contract':
    'Something breaks the contract: clients that rely on it can meet errors or wrong data.',
  'could not judge':
    'Nothing that was tried contradicts the contract, but not everything that has to be tried could be. This is not a pass.',
};

/** A verdict that is open for want of more says so itself. */
function openText({ stages, verdict }: Report): string {
  const isOpen =
    verdict.kind !== 'could not judge' && stages.some(({ unattempted }) => unattempted.length > 0);
  return isOpen ? ' Not everything could be judged, so there may be more.' : '';
}

function partOf({ shard }: Report): string {
  return shard === undefined
    ? ''
    : ` This is part ${shard.index} of ${shard.of} of a run; the verdict on the whole comes from all parts together.`;
}

function waivedText({ waived }: Told): string {
  return waived.length === 0
    ? ''
    : ` ${counted(waived.length, 'known finding')} ${waived.length === 1 ? 'is' : 'are'} waived and not counted.`;
}

/** The last sentence, and the command. */
function next(report: Report, { counted: findings }: Told): Markup {
  const advice = findings.length > 0 ? ' The advice below is worth reading.' : '';
  const words = {
    conforms: `Nothing has to be done.${advice} Run it again whenever the implementation or the contract changes:`,
    'breaks the contract': `What to do: mend what is listed below. Each finding names the line of the contract that it rests on${report.targetKind === 'files' ? '' : ' and has a command that shows it again'}. Then run all of it again, with whatever other options this run had:`,
    'could not judge': 'What to do: remove what kept it from being judged, listed below, then run it again:',
  }[report.verdict.kind];
  const line = commandOf(report);
  return html`<p class="letter next">${line === undefined ? words.replace(/:$/, '.') : words}</p>${line === undefined ? nothing : command(line)}`;
}

/** Of files another command judged, which is not known here. */
function commandOf({ target, targetKind, contract, stages, strict, waivers }: Report): string | undefined {
  if (targetKind === 'files') return undefined;
  const isWhole = stages.some(({ name }) => name !== 'conformance');
  const seeds = new Set(stages.flatMap(({ run }) => (run === undefined ? [] : [String(run.seed)])));
  const files = new Set(waivers.map(({ place }) => place.file));
  const words = [
    isWhole ? 'gate' : 'verify',
    ...(targetKind === 'fake store' ? [] : [shellWord(target)]),
    ...['--spec', shellWord(contract.file)],
    ...(seeds.size === 1 ? ['--seed', ...seeds] : []),
    ...[...files].flatMap((file) => ['--waivers', shellWord(file)]),
    ...(strict ? ['--strict'] : []),
  ];
  const credentials = isSecured(stages) && targetKind === 'implementation' ? 'PLANT_STORE_TOKEN=... ' : '';
  return `${credentials}plant-store ${words.join(' ')}`;
}

/** Some operation asks for credentials; they belong in the environment. */
function isSecured(stages: Report['stages']): boolean {
  const operations = stages.flatMap(({ coverage }) => coverage?.operations ?? []);
  return operations.some(({ groups }) => groups.some(({ kind }) => kind === 'security schemes'));
}
