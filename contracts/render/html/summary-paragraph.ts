/** A summary for readers who do not know the kit: what was verified, and what the verdict means. */
import type { Report } from '../../report/report.ts';
import { html, type Markup, pluralizeCount } from './markup.ts';
import { filterBySeverity, placeOutsideImplementation, type SortedFindings } from './sorted-findings.ts';

export function summaryParagraph(report: Report, sorted: SortedFindings): Markup {
  return html`<p class="intro">${describeTarget(report)} ${verdictMeaning(report, sorted)}${errorLocationText(report, sorted)}${incompleteText(report)}${smokeText(report)}${shardText(report)}${waivedText(sorted)}</p>`;
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
      : html`the ${targetKind === 'mock server' ? 'mock server of the kit' : 'implementation'} at <b>${target}</b>`;
  const requestsText =
    requests === 0
      ? ''
      : ` It sent ${pluralizeCount(requests, 'request')} and checked every response against the contract.`;
  return html`${kit.name} ${kit.version}, a program that tests HTTP services against their contract, ${verdict.kind === 'inconclusive' ? 'could not completely check' : 'checked'} ${targetMarkup} against the contract <b>${contract.title} ${contract.version}</b>.${requestsText}`;
}

type VerdictMeanings = Readonly<Record<Report['verdict']['kind'], string>>;

const diffMeanings: VerdictMeanings = {
  conforms: 'The new version keeps everything that clients of the old version rely on.',
  'does not conform': 'With the new version, clients of the old version can get errors or wrong data.',
  inconclusive: 'Some required comparisons could not be made. This is not a pass.',
};

const meanings: VerdictMeanings = {
  conforms: 'All required checks were run, and nothing violates the contract.',
  'does not conform': 'The contract is violated: clients that rely on it can get errors or wrong data.',
  inconclusive:
    'No check that was run found a violation of the contract, but some required checks could not be run. This is not a pass.',
};

/** These replace the usual texts if an error is waived. */
const waivedMeanings: Partial<VerdictMeanings> = {
  conforms: 'All required checks were run, and only known, waived findings violate the contract.',
  inconclusive:
    'The checks that were run found only known, waived violations, but some required checks could not be run. This is not a pass.',
};

const waivedDiffMeanings: Partial<VerdictMeanings> = {
  conforms:
    'The new version keeps everything that clients of the old version rely on, except for known, waived changes.',
};

/** Whether a part of the run is missing, and the rest has found errors. */
function isInconclusiveWithErrors({ verdict }: Report, { counted: findings }: SortedFindings): boolean {
  return verdict.kind === 'inconclusive' && filterBySeverity(findings, 'error').length > 0;
}

const inconclusiveMeaning =
  'The checks that were run found violations of the contract, and some required checks were not run: there may be more.';

/** Authors of the implementation should not search there for an error that is elsewhere. */
function errorLocationText({ targetKind }: Report, { counted: findings, waived }: SortedFindings): string {
  const errors = filterBySeverity([...findings, ...waived], 'error');
  const areAllElsewhere = errors.length > 0 && errors.every((entry) => placeOutsideImplementation(entry) !== undefined);
  return areAllElsewhere && targetKind !== 'files'
    ? ' The errors are not in the implementation: each line below says where they are.'
    : '';
}

/** An inconclusive verdict already says so itself. */
function incompleteText({ stages, verdict }: Report): string {
  const isIncomplete = verdict.kind !== 'inconclusive' && stages.some(({ unattempted }) => unattempted.length > 0);
  return isIncomplete ? ' Some checks could not be run, so there may be more findings.' : '';
}

/** "All required checks" are few in this profile. */
function smokeText({ stages }: Report): string {
  return stages.some(({ run }) => run?.profile === 'smoke')
    ? ' The profile was smoke: each operation got one valid request, and nothing else was tested.'
    : '';
}

function shardText({ shard }: Report): string {
  return shard === undefined
    ? ''
    : ` This is part ${shard.index} of ${shard.of} of a run. Merge all parts to get the verdict of the whole run.`;
}

function waivedText({ waived }: SortedFindings): string {
  return waived.length === 0
    ? ''
    : ` ${pluralizeCount(waived.length, 'known finding')} ${waived.length === 1 ? 'is' : 'are'} waived and not counted.`;
}
