/** Coverage of the contract: of each operation what was tried, and what was not, with the reason. */
import type {
  Coverage,
  CoverageGroup,
  CoverageItem,
  DemandCount,
  OperationCoverage,
} from '../../report/coverage.ts';
import type { OperationData, Report } from '../../report/report.ts';
import { counted, html, joined, type Markup, nothing, numberText, when } from './markup.ts';

/** Nothing where no stage counts it. */
export function coverageSection({ stages, contract }: Report): Markup {
  const operations = stages.flatMap(
    ({ coverage }: { readonly coverage?: Coverage }) => coverage?.operations ?? [],
  );
  if (operations.length === 0) return nothing;
  const known = new Map(contract.operations.map((one) => [one.id, one] as const));
  const [all, covered] = sumOf(operations.flatMap(({ groups }) => groups));
  const ordered = operations.length <= MOST_IN_ORDER ? operations : operations.toSorted(gapsFirst);
  return html`<section id="coverage"><h2>Coverage of the contract</h2>
<p class="muted">${numberText(covered)} of ${numberText(all)} things that the contract declares were tried in every way that it asks for.</p>
<div class="coverage">${ordered.map((one) => operationMarkup(one, known.get(one.operation)))}</div></section>`;
}

const MOST_IN_ORDER = 20;

function gapsFirst(a: OperationCoverage, b: OperationCoverage): number {
  return gapsOf(b.groups) - gapsOf(a.groups);
}

function gapsOf(groups: readonly CoverageGroup[]): number {
  const [all, covered] = sumOf(groups);
  return all - covered;
}

function sumOf(groups: readonly CoverageGroup[]): readonly [all: number, covered: number] {
  const items = groups.flatMap((group) => group.items);
  return [items.length, items.length - items.filter(hasGap).length];
}

function hasGap({ missing }: CoverageItem): boolean {
  return missing.length > 0;
}

function operationMarkup(one: OperationCoverage, data: OperationData | undefined): Markup {
  const { operation, exchanges, demands, groups } = one;
  const [all, covered] = sumOf(groups);
  const route = data === undefined ? nothing : html` <code class="muted">${data.method} ${data.path}</code>`;
  const share =
    covered === all
      ? html`<b class="good">✓ ${covered} of ${all}</b>`
      : html`<b class="odd">– ${covered} of ${all}</b>`;
  const demanded = [
    demandText(demands.reject, 'invalid', 'rejected'),
    demandText(demands.refuse, 'unauthorised', 'refused'),
  ];
  return html`<details class="${covered === all ? 'whole' : 'part-of'}"><summary><span class="title">${operation}</span>${route} ${share} <span class="muted">${counted(exchanges, 'answer')} judged</span>${demanded}</summary>
${exchanges === 0 ? html`<p>No request of it was judged.</p>` : groupTable(groups)}</details>\n`;
}

/** Fewer may be refused for no reason but one. */
const FEWEST = 5;

/** `, 357 of 357 invalid rejected`; marked where none of many was. */
function demandText({ answered, kept }: DemandCount, what: string, how: string): Markup {
  if (answered === 0) return nothing;
  const words = `${numberText(kept)} of ${numberText(answered)} ${what} ${how}`;
  const isNever = answered >= FEWEST && kept === 0;
  return isNever ? html`, <b class="bad">✗ ${words}</b>` : html`<span class="muted">, ${words}</span>`;
}

function groupTable(groups: readonly CoverageGroup[]): Markup {
  const rows = groups.map((group) => {
    const gaps = group.items.filter(hasGap);
    const { length } = group.items;
    const alike = Map.groupBy(gaps, ({ missing }) => JSON.stringify(missing));
    const list = when(gaps.length > 0, () => html`<ul>${[...alike.values()].map(gapRow)}</ul>`);
    return html`<tr><th scope="row">${group.kind}</th><td>${length - gaps.length} of ${length}</td><td>${list}</td></tr>`;
  });
  return html`<table><thead><tr><th scope="col">what</th><th scope="col">covered</th><th scope="col">not covered, and why</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Of things that are not covered for the same reasons. */
function gapRow(items: readonly CoverageItem[]): Markup {
  const names = items.map(
    ({ name, place }) => html`<code>${name}</code> <span class="muted">line ${place.line}</span>`,
  );
  const sides = (items[0]?.missing ?? []).map(({ side, why }) => html`<i>${side}</i>: ${why}`);
  return html`<li>${joined(names, ', ')} ${joined(sides, '; ')}</li>`;
}
