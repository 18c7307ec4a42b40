/** Coverage of the contract: for each operation what was tried, and what was not, with the reason. */
import type {
  Coverage,
  CoverageGroup,
  CoverageItem,
  OperationCoverage,
  RejectionCount,
} from '../../report/coverage.ts';
import type { Report, ReportedOperation } from '../../report/report.ts';
import { emptyMarkup, html, joinMarkup, type Markup, numberText, pluralizeCount, when } from './markup.ts';

/** Empty if no stage reports coverage. */
export function coverageSection({ stages, contract }: Report): Markup {
  const operations = stages.flatMap(({ coverage }: { readonly coverage?: Coverage }) => coverage?.operations ?? []);
  if (operations.length === 0) return emptyMarkup;
  const known = new Map(contract.operations.map((one) => [one.id, one] as const));
  const [all, covered] = countItems(operations.flatMap(({ groups }) => groups));
  const ordered = operations.length <= MAX_IN_DOCUMENT_ORDER ? operations : operations.toSorted(compareByGaps);
  return html`<section id="coverage"><h2>Coverage of the contract</h2>
<p class="muted">${numberText(covered)} of ${numberText(all)} parts of the contract are completely covered.</p>
<div class="coverage">${ordered.map((one) => operationMarkup(one, known.get(one.operation)))}</div></section>`;
}

const MAX_IN_DOCUMENT_ORDER = 20;

function compareByGaps(a: OperationCoverage, b: OperationCoverage): number {
  return countGaps(b.groups) - countGaps(a.groups);
}

function countGaps(groups: readonly CoverageGroup[]): number {
  const [all, covered] = countItems(groups);
  return all - covered;
}

function countItems(groups: readonly CoverageGroup[]): readonly [all: number, covered: number] {
  const items = groups.flatMap((group) => group.items);
  return [items.length, items.length - items.filter(hasGap).length];
}

function hasGap({ missing }: CoverageItem): boolean {
  return missing.length > 0;
}

function operationMarkup(one: OperationCoverage, data: ReportedOperation | undefined): Markup {
  const { operation, exchanges, rejections, groups } = one;
  const [all, covered] = countItems(groups);
  const route = data === undefined ? emptyMarkup : html` <code class="muted">${data.method} ${data.path}</code>`;
  const share =
    covered === all
      ? html`<b class="good">✓ ${covered} of ${all}</b>`
      : html`<b class="odd">– ${covered} of ${all}</b>`;
  const rejectionTexts = [
    rejectionText(rejections.invalidRequests, 'invalid requests', 'rejected'),
    rejectionText(rejections.invalidCredentials, 'requests with invalid credentials', 'rejected'),
  ];
  return html`<details class="${covered === all ? 'whole' : 'part-of'}"><summary><span class="title">${operation}</span>${route} ${share} <span class="muted">${pluralizeCount(exchanges, 'response')} checked</span>${rejectionTexts}</summary>
${exchanges === 0 ? html`<p>None of its requests were checked.</p>` : groupTable(groups)}</details>\n`;
}

/** With fewer requests, one single reason may explain that none was rejected. */
const MIN_REJECTION_REQUESTS = 5;

/** `, 357 of 357 invalid rejected`; highlighted if none of many was rejected. */
function rejectionText({ responses, rejected }: RejectionCount, requestKind: string, verb: string): Markup {
  if (responses === 0) return emptyMarkup;
  const text = `${numberText(rejected)} of ${numberText(responses)} ${requestKind} ${verb}`;
  const isNeverRejected = responses >= MIN_REJECTION_REQUESTS && rejected === 0;
  return isNeverRejected ? html`, <b class="bad">✗ ${text}</b>` : html`<span class="muted">, ${text}</span>`;
}

function groupTable(groups: readonly CoverageGroup[]): Markup {
  const rows = groups.map((group) => {
    const gaps = group.items.filter(hasGap);
    const { length } = group.items;
    const gapsByReason = Map.groupBy(gaps, ({ missing }) => JSON.stringify(missing));
    const list = when(gaps.length > 0, () => html`<ul>${[...gapsByReason.values()].map(gapRow)}</ul>`);
    return html`<tr><th scope="row">${group.kind}</th><td>${length - gaps.length} of ${length}</td><td>${list}</td></tr>`;
  });
  return html`<table><thead><tr><th scope="col">part</th><th scope="col">covered</th><th scope="col">not covered, and why</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** One row for items that are not covered for the same reasons. */
function gapRow(items: readonly CoverageItem[]): Markup {
  const names = items.map(
    ({ name, place }) => html`<code>${name}</code> <span class="muted">line ${place.line}</span>`,
  );
  const sides = (items[0]?.missing ?? []).map(({ variant, reason }) => html`<i>${variant}</i>: ${reason}`);
  return html`<li>${joinMarkup(names, ', ')} ${joinMarkup(sides, '; ')}</li>`;
}
