/** A summary for readers who do not know the kit: what was verified, and what the verdict means. */
import type { Report } from '../../report/report.ts';
import { html, type Markup, pluralizeCount } from './markup.ts';
import { filterBySeverity, placeOutsideImplementation, type SortedFindings } from './sorted-findings.ts';

export function summaryParagraph(report: Report, sorted: SortedFindings): Markup {
  return html`<p class="intro">${describeTarget(report)} ${verdictMeaning(report, sorted)}${errorLocationText(report, sorted)}${incompleteText(report)}${shardText(report)}${waivedText(sorted)}</p>`;
}

function verdictMeaning(report: Report, sorted: SortedFindings): string {
  const { kind } = report.verdict;
  if (isInconclusiveWithErrors(report, sorted)) return inconclusiveMeaning;
  const [defaultMeanings, waived] = isContractDiff(report)
    ? [diffMeanings, waivedDiffMeanings]
    : [meanings, waivedMeanings];
  return (hasWaivedErrors(sorted) ? waived[kind] : undefined) ?? defaultMeanings[kind];
}

/** A waived error does not count, but still contradicts the contract. */
export function hasWaivedErrors({ waived }: SortedFindings): boolean {
  return filterBySeverity(waived, 'error').length > 0;
}

/** Whether two versions of a contract were compared, without an implementation. */
function isContractDiff({ targetKind, stages }: Report): boolean {
  return targetKind === 'files' && stages.every(({ name }) => name === 'breaking changes');
}

function describeTarget(report: Report): Markup {
  const { target, targetKind, contract, kit, stages, verdict } = report;
  if (isContractDiff(report))
    return html`${kit.name} ${kit.version} compared two versions of the contract <b>${contract.title}</b>: <b>${target}</b>.`;
  const requests = stages.reduce((sum, { run }) => sum + (run?.requests ?? 0), 0);
  const targetMarkup =
    targetKind === 'files'
      ? html`<b>${target}</b>`
      : html`the ${targetKind === 'mock server' ? 'fake implementation of the kit itself' : 'implementation'} at <b>${target}</b>`;
  const requestsText =
    requests === 0 ? '' : ` It sent ${pluralizeCount(requests, 'request')} and held every answer against the contract.`;
  return html`${kit.name} ${kit.version}, a program that tests HTTP services against their contract, ${verdict.kind === 'inconclusive' ? 'was to judge' : 'judged'} ${targetMarkup} by the contract <b>${contract.title} ${contract.version}</b>.${requestsText}`;
}

type VerdictMeanings = Readonly<Record<Report['verdict']['kind'], string>>;

const diffMeanings: VerdictMeanings = {
  conforms: 'What the old one promises, the new one keeps.',
  'does not conform': 'Clients that rely on the old one can meet errors or wrong data by the new one.',
  inconclusive: 'Not everything that has to be compared could be. This is not a pass.',
};

const meanings: VerdictMeanings = {
  conforms: 'Everything that had to be tried was tried, and nothing contradicts the contract.',
  'does not conform': 'Something does not conform: clients that rely on it can meet errors or wrong data.',
  inconclusive:
    'Nothing that was tried contradicts the contract, but not everything that has to be tried could be. This is not a pass.',
};

/** These replace the usual texts if an error is waived. */
const waivedMeanings: Partial<VerdictMeanings> = {
  conforms: 'Everything that had to be tried was tried, and only what is known and waived contradicts the contract.',
  inconclusive:
    'Of what was tried only what is known and waived contradicts the contract, but not everything that has to be tried could be. This is not a pass.',
};

const waivedDiffMeanings: Partial<VerdictMeanings> = {
  conforms: 'What the old one promises, the new one keeps, but for what is known and waived.',
};

/** Whether a part of the run is missing, and the rest has found errors. */
function isInconclusiveWithErrors({ verdict }: Report, { counted: findings }: SortedFindings): boolean {
  return verdict.kind === 'inconclusive' && filterBySeverity(findings, 'error').length > 0;
}

const inconclusiveMeaning =
  'What was tried so far contradicts the contract, and not everything that has to be tried was: there may be more.';

/** Authors of the implementation should not search there for an error that is elsewhere. */
function errorLocationText({ targetKind }: Report, { counted: findings, waived }: SortedFindings): string {
  const errors = filterBySeverity([...findings, ...waived], 'error');
  const areAllElsewhere = errors.length > 0 && errors.every((entry) => placeOutsideImplementation(entry) !== undefined);
  return areAllElsewhere && targetKind !== 'files'
    ? ' What was found is no fault of the implementation: each line below says where it is.'
    : '';
}

/** An inconclusive verdict already says so itself. */
function incompleteText({ stages, verdict }: Report): string {
  const isIncomplete = verdict.kind !== 'inconclusive' && stages.some(({ unattempted }) => unattempted.length > 0);
  return isIncomplete ? ' Not everything could be judged, so there may be more.' : '';
}

function shardText({ shard }: Report): string {
  return shard === undefined
    ? ''
    : ` This is part ${shard.index} of ${shard.of} of a run; the verdict on the whole comes from all parts together.`;
}

function waivedText({ waived }: SortedFindings): string {
  return waived.length === 0
    ? ''
    : ` ${pluralizeCount(waived.length, 'known finding')} ${waived.length === 1 ? 'is' : 'are'} waived and not counted.`;
}
