/** Coverage of the contract for a person: how much of it was tried, and what was not, with the reason. */
import { visible } from '../../../text.ts';
import type {
  Coverage,
  CoverageGroup,
  CoverageItem,
  DemandCount,
  OperationCoverage,
} from '../../report/coverage.ts';
import { count } from '../../report/words.ts';
import { columnsOf, fitted, indented, type Style, WIDTH } from './terminal.ts';

/** Of each operation, or of many in sum. */
export function coverageLines({ operations }: Coverage, style: Style): readonly string[] {
  const title = style.bold('coverage');
  if (operations.length <= MOST_OPERATIONS)
    return operations.flatMap((one) => operationLines(one, `${title} of ${visible(one.operation)}: `, style));
  const sums = sumsOf(operations.flatMap(({ groups }) => groups));
  const partly = operations.filter(({ groups }) => groups.some((group) => gapsIn(group).length > 0));
  return [
    ...listed(`${title} of ${operations.length} operations: `, sums),
    ...firstOf(
      partly.map((one) => `  ${style.dim('in part')}  ${briefly(one)}`),
      MOST_OPERATIONS,
      'operations',
    ),
  ];
}

/** Of contracts with more operations, only the sums are told, and which operations have gaps. */
const MOST_OPERATIONS = 12;

const MOST_GAPS = 8;

function operationLines(
  { exchanges, groups }: OperationCoverage,
  title: string,
  style: Style,
): readonly string[] {
  if (exchanges === 0) return [`${title}nothing, no request of it was judged`];
  const gaps = groups.flatMap((group) =>
    gapsIn(group)
      .filter((item) => !isToldBefore(item, groups))
      .map((item) => gapText(group, item)),
  );
  const shown = gaps.map((gap) => `  ${style.dim('not')}  ${fitted(gap, WIDTH - 7)}`);
  return [...listed(title, sumsOf(groups)), ...firstOf(shown, MOST_GAPS, 'parts')];
}

function gapsIn({ items }: CoverageGroup): readonly CoverageItem[] {
  return items.filter(({ missing }) => missing.length > 0);
}

/** What belongs to an answer that was not seen needs no line of its own. */
function isToldBefore({ name }: CoverageItem, groups: readonly CoverageGroup[]): boolean {
  const unseen = groups.filter(({ kind }) => kind === 'responses').flatMap(gapsIn);
  return unseen.some((response) => name.startsWith(`${response.name} `));
}

/** `14 of 15 constraints` */
function sumsOf(groups: readonly CoverageGroup[]): readonly string[] {
  const sums = new Map<string, readonly [covered: number, all: number]>();
  for (const group of groups) {
    const [covered, all] = sums.get(group.kind) ?? [0, 0];
    const { length } = group.items;
    sums.set(group.kind, [covered + length - gapsIn(group).length, all + length]);
  }
  return [...sums].map(([kind, [covered, all]]) =>
    kind === 'unsupported parts' ? count(all, 'unsupported part') : `${covered} of ${all} ${kind}`,
  );
}

/** Where it is in the document; of what stands at the operation itself that is said already. */
const BEFORE_THE_SCHEMA =
  /^(?:\/components\/schemas\/|\/paths\/[^/]+\/[a-z]+\/(?:requestBody\/content\/[^/]+\/schema\/)?)/;

/** `response 404: no case asks for what is not there` */
function gapText({ kind }: CoverageGroup, { name, missing }: CoverageItem): string {
  const shown = visible(name.replace(BEFORE_THE_SCHEMA, ''));
  return `${singular[kind]} ${shown}: ${visible(missing.map(({ why }) => why).join('; '))}`;
}

const singular: Readonly<Record<CoverageGroup['kind'], string>> = {
  responses: 'response',
  'request media types': 'request media type',
  'response media types': 'response media type',
  parameters: 'parameter',
  'request properties': 'request property',
  'response properties': 'response property',
  constraints: 'constraint',
  'security schemes': 'security scheme',
  'unsupported parts': 'unsupported',
};

function briefly({ operation, exchanges, groups }: OperationCoverage): string {
  if (exchanges === 0) return `${visible(operation)}: no request of it was judged`;
  const partly = groups.filter((group) => gapsIn(group).length > 0);
  return fitted(`${visible(operation)}: ${sumsOf(partly).join(', ')}`, WIDTH - 11);
}

/** Separated by commas, on as few lines as they fit. */
function listed(title: string, parts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = title;
  for (const [index, part] of parts.entries()) {
    const text = index === parts.length - 1 ? part : `${part}, `;
    if (columnsOf(plain(line) + text.trimEnd()) > WIDTH) {
      lines.push(line.trimEnd());
      line = '  ';
    }
    line += text;
  }
  return [...lines, line];
}

function firstOf(lines: readonly string[], most: number, noun: string): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `  and ${lines.length - most + 1} more ${noun} in the JSON report`];
}

/** Without colours, which take no columns. */
function plain(text: string): string {
  return text.replace(/\u001b\[\d+m/g, '');
}

/** Fewer may be refused for no reason but one. */
const FEWEST = 5;

/** A line for each operation that rejects nothing, and for each that refuses nobody. */
export function demandLines({ operations }: Coverage, style: Style): readonly string[] {
  return operations
    .flatMap(({ operation, demands: { reject, refuse } }) => [
      ...(isNeverKept(reject)
        ? [`${operation} rejects none of ${reject.answered} invalid requests: its input may not be validated`]
        : []),
      ...(isNeverKept(refuse)
        ? [
            `${operation} lets in all of ${refuse.answered} requests without the right credentials: they may not be checked`,
          ]
        : []),
    ])
    .flatMap((line) => indented(visible(line)).map((one) => style.red(one.trimStart())));
}

function isNeverKept({ answered, kept }: DemandCount): boolean {
  return answered >= FEWEST && kept === 0;
}
