/** Findings for a person: each in full, until so many of one check have been told that no more will be read. */
import { visible } from '../../../text.ts';
import { type Finding, isToldElsewhere } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ToldFinding } from '../../report/stage.ts';
import { WAIVERS_STAGE } from '../../waivers/apply.ts';
import { findingText } from './finding-text.ts';
import { columnsOf, fitted, indented, padded, type Style, WIDTH } from './terminal.ts';

/** Of one check and severity. */
const MOST_IN_FULL = 6;

/** Of one family, in short. */
const MOST_IN_SHORT = 3;

/** Of all families. */
const MOST_LINES = 24;

/** The blocks of all findings, those of one check together; of one cause that is told elsewhere, none. */
export function findingBlocks(
  findings: readonly (Finding & Pick<ToldFinding, 'waived'>)[],
  style: Style,
): readonly string[] {
  const told = findings.filter((finding) => !isToldElsewhere(finding) && finding.waived === undefined);
  const groups = Map.groupBy(told, ({ check, severity }) => `${severity} ${check}`);
  return [...groups.values()].flatMap((group) => {
    const chosen = inFull(group);
    const rest = group.filter((finding) => !chosen.has(finding));
    return [...[...chosen].map((finding) => `${findingText(finding, style)}\n`), ...shortLines(rest, style)];
  });
}

/** The first of each family, then as many others as there is room for: causes that differ most are told first. */
function inFull(group: readonly Finding[]): ReadonlySet<Finding> {
  const firsts = [...Map.groupBy(group, keyOf).values()].flatMap((family) => family.slice(0, 1));
  const chosen = new Set([...new Set([...firsts, ...group])].slice(0, MOST_IN_FULL));
  return new Set(group.filter((finding) => chosen.has(finding)));
}

function keyOf({ subject, evidence, isRest }: Finding): string {
  return isRest === true ? `${subject} rest` : `${subject} ${evidence?.family ?? ''}`;
}

function shortLines(rest: readonly Finding[], style: Style): readonly string[] {
  const [first] = rest;
  if (first === undefined) return [];
  const word = first.severity === 'fault' ? style.red('error') : style.yellow('advice');
  const isAlike = rest.every(({ received }) => received === first.received);
  const received = isAlike ? `, each with ${visible(first.received)}` : '';
  const families = [...Map.groupBy(rest, keyOf).values()];
  const told = families.flatMap((family) => family.slice(0, MOST_IN_SHORT)).slice(0, MOST_LINES);
  return [
    `${word}[${visible(first.check)}]: ${fitted(`${rest.length} more of other causes${received}`, WIDTH - 30)}`,
    ...rows(told, isAlike),
    ...leftOut(new Set(rest).difference(new Set(told)), style),
    '',
  ];
}

const WIDEST_ID = 60;

/** The id, as `replay` takes it, and what the case is. */
function rows(findings: readonly Finding[], isAlike: boolean): readonly string[] {
  const ids = findings.map(({ subject, evidence }) => visible(evidence?.caseId ?? subject));
  const width = Math.min(WIDEST_ID, Math.max(...ids.map(columnsOf)));
  return findings.map(({ received, evidence, more }, index) => {
    const answer = isAlike ? '' : ` -> ${fitted(visible(received), WIDEST_ANSWER)}`;
    const behind = `${answer}${more === 0 ? '' : `  (+${more})`}`;
    const id = padded(ids[index] ?? '', width);
    const room = WIDTH - 4 - columnsOf(id) - columnsOf(behind);
    return `  ${id}  ${fitted(visible(evidence?.mutation ?? ''), room)}${behind}`.trimEnd();
  });
}

const WIDEST_ANSWER = 30;

function leftOut(left: ReadonlySet<Finding>, style: Style): readonly string[] {
  if (left.size === 0) return [];
  const families = Map.groupBy(left, ({ subject, evidence }) => evidence?.family ?? subject);
  const more = [...families].map(([family, findings]) => `${findings.length} of ${family}`);
  return indented(`and ${more.join(', ')} in the JSON report`).map((line) => style.dim(line));
}

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
