/** What is waived, in short: it does not count, but whoever reads the verdict sees what it leaves out. */
import { visible } from '../../../text.ts';
import { isToldElsewhere } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import { WAIVERS_STAGE } from '../../waivers/stage.ts';
import { findingBlocks } from './finding-blocks.ts';
import { columnsOf, fitted, type Style } from './terminal.ts';

/** `waived  invalid-rejected/createOrder/3f2a91c07b5d  fixed with the next release (until 2027-01-31)`, one each. */
export function waivedLines(
  { stages }: Pick<Report, 'stages'>,
  style: Style,
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const waived = stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isToldElsewhere(finding))
    .flatMap(({ id, waived: by }) => (by === undefined ? [] : [{ id, ...by }]));
  return waived.map(({ id, reason, expires }) => {
    const head = `waived  ${visible(id)}  `;
    const until = `(until ${visible(expires)})`;
    const told = fitted(visible(reason), width - columnsOf(head) - until.length - 1);
    return `${style.yellow('waived')}${head.slice('waived'.length)}${told} ${style.dim(until)}`;
  });
}

/** How many of them were of use: `waivers 2 waivers: 1 used, 1 stale: no certificate`; nothing where there were none. */
export function waiverCounts({ stages }: Pick<Report, 'stages'>, style: Style): readonly string[] {
  const told = stages.filter(({ name }) => name === WAIVERS_STAGE);
  return told.map(({ name, summary }) => `${style.dim(visible(name))} ${visible(summary)}`);
}

/** All that there is to say of waivers, for what tells the findings of its other stages itself. */
export function waiverLines(report: Pick<Report, 'stages'>, style: Style): readonly string[] {
  const own = report.stages.filter(({ name }) => name === WAIVERS_STAGE);
  return [
    ...own.flatMap(({ findings }) => findingBlocks(findings, style)),
    ...waivedLines(report, style),
    ...waiverCounts(report, style),
  ];
}
