/** What a reader who knows nothing of the kit needs: what was judged, and what the verdict means. */
import type { Report } from '../../report/report.ts';
import { counted, html, type Markup } from './markup.ts';
import { elsewhere, ofSeverity, type SortedFindings } from './told.ts';

export function letter(report: Report, told: SortedFindings): Markup {
  return html`<p class="letter">${judged(report)} ${meaningOf(report, told)}${faultsText(report, told)}${openText(report)}${partOf(report)}${waivedText(told)}</p>`;
}

function meaningOf(report: Report, told: SortedFindings): string {
  const { kind } = report.verdict;
  if (isOpenWithFaults(report, told)) return openMeaning;
  const [usual, waived] = isDiff(report) ? [diffMeanings, waivedDiffMeanings] : [meanings, waivedMeanings];
  return (hasWaivedFaults(told) ? waived[kind] : undefined) ?? usual[kind];
}

/** What is known and does not count contradicts the contract all the same. */
export function hasWaivedFaults({ waived }: SortedFindings): boolean {
  return ofSeverity(waived, 'fault').length > 0;
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

/** Where a waived fault stands against the usual words. */
const waivedMeanings: Partial<Meanings> = {
  conforms:
    'Everything that had to be tried was tried, and only what is known and waived contradicts the contract.',
  'could not judge':
    'Of what was tried only what is known and waived contradicts the contract, but not everything that has to be tried could be. This is not a pass.',
};

const waivedDiffMeanings: Partial<Meanings> = {
  conforms: 'What the old one promises, the new one keeps, but for what is known and waived.',
};

/** A part of a run is missing, and what there is has found something. */
function isOpenWithFaults({ verdict }: Report, { counted: findings }: SortedFindings): boolean {
  return verdict.kind === 'could not judge' && ofSeverity(findings, 'fault').length > 0;
}

const openMeaning =
  'What was tried so far contradicts the contract, and not everything that has to be tried was: there may be more.';

/** Whoever has written the implementation is not to look there for what is wrong elsewhere. */
function faultsText({ targetKind }: Report, { counted: findings, waived }: SortedFindings): string {
  const faults = ofSeverity([...findings, ...waived], 'fault');
  const isElsewhere = faults.length > 0 && faults.every((entry) => elsewhere(entry) !== undefined);
  return isElsewhere && targetKind !== 'files'
    ? ' What was found is no fault of the implementation: each line below says where it is.'
    : '';
}

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

function waivedText({ waived }: SortedFindings): string {
  return waived.length === 0
    ? ''
    : ` ${counted(waived.length, 'known finding')} ${waived.length === 1 ? 'is' : 'are'} waived and not counted.`;
}
