/** Coverage of the contract as text: how much of it was tried, and what was not, with the reason. */
import { sanitizeLine } from '../../../sanitize.ts';
import type {
  Coverage,
  CoverageGroup,
  CoverageItem,
  OperationCoverage,
  RejectionCount,
} from '../../report/coverage.ts';
import { pluralize } from '../../report/text-format.ts';
import { columnCount, fitToWidth, indentLines, MAX_LINE_WIDTH, type TextStyle } from './terminal.ts';

/** Of each operation, or the sums if there are many. */
export function coverageLines({ operations }: Coverage, style: TextStyle): readonly string[] {
  const title = style.bold('coverage');
  if (operations.length <= MAX_OPERATIONS)
    return operations.flatMap((one) => operationLines(one, `${title} of ${sanitizeLine(one.operation)}: `, style));
  const sums = summarizeGroups(operations.flatMap(({ groups }) => groups));
  const incomplete = operations.filter(({ groups }) => groups.some((group) => findGaps(group).length > 0));
  return [
    ...wrapParts(`${title} of ${operations.length} operations: `, sums),
    ...limitLines(
      incomplete.map((one) => `  ${style.dim('partial')}  ${shortOperationLine(one)}`),
      MAX_OPERATIONS,
      'operations',
    ),
  ];
}

/** For contracts with more operations, only the sums are shown, and which operations have gaps. */
const MAX_OPERATIONS = 12;

const MAX_GAPS = 8;

function operationLines({ exchanges, groups }: OperationCoverage, title: string, style: TextStyle): readonly string[] {
  if (exchanges === 0) return [`${title}nothing; none of its requests were checked`];
  const gaps = groups.flatMap((group) =>
    findGaps(group)
      .filter((item) => !isCoveredByResponseGap(item, groups))
      .map((item) => gapText(group, item)),
  );
  const shown = gaps.map((gap) => `  ${style.dim('not')}  ${fitToWidth(gap, MAX_LINE_WIDTH - 7)}`);
  return [...wrapParts(title, summarizeGroups(groups)), ...limitLines(shown, MAX_GAPS, 'parts')];
}

function findGaps({ items }: CoverageGroup): readonly CoverageItem[] {
  return items.filter(({ missing }) => missing.length > 0);
}

/** A part of a response that was not seen needs no separate line. */
function isCoveredByResponseGap({ name }: CoverageItem, groups: readonly CoverageGroup[]): boolean {
  const responseGaps = groups.filter(({ kind }) => kind === 'responses').flatMap(findGaps);
  return responseGaps.some((response) => name.startsWith(`${response.name} `));
}

/** `14 of 15 constraints` */
function summarizeGroups(groups: readonly CoverageGroup[]): readonly string[] {
  const sums = new Map<string, readonly [covered: number, all: number]>();
  for (const group of groups) {
    const [covered, all] = sums.get(group.kind) ?? [0, 0];
    const { length } = group.items;
    sums.set(group.kind, [covered + length - findGaps(group).length, all + length]);
  }
  return [...sums].map(([kind, [covered, all]]) =>
    kind === 'unsupported parts' ? pluralize(all, 'unsupported part') : `${covered} of ${all} ${kind}`,
  );
}

/** The location in the document, which the line already shows for parts of the operation itself. */
const schemaPathPrefix =
  /^(?:\/components\/schemas\/|\/paths\/[^/]+\/[a-z]+\/(?:requestBody\/content\/[^/]+\/schema\/)?)/;

/** `response 404: REASON` */
function gapText({ kind }: CoverageGroup, { name, missing }: CoverageItem): string {
  const shown = sanitizeLine(name.replace(schemaPathPrefix, ''));
  return `${singularKinds[kind]} ${shown}: ${sanitizeLine(missing.map(({ reason }) => reason).join('; '))}`;
}

const singularKinds: Readonly<Record<CoverageGroup['kind'], string>> = {
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

function shortOperationLine({ operation, exchanges, groups }: OperationCoverage): string {
  if (exchanges === 0) return `${sanitizeLine(operation)}: none of its requests were checked`;
  const incomplete = groups.filter((group) => findGaps(group).length > 0);
  return fitToWidth(`${sanitizeLine(operation)}: ${summarizeGroups(incomplete).join(', ')}`, MAX_LINE_WIDTH - 11);
}

/** Separated by commas, on as few lines as possible. */
function wrapParts(title: string, parts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = title;
  for (const [index, part] of parts.entries()) {
    const text = index === parts.length - 1 ? part : `${part}, `;
    if (columnCount(stripColors(line) + text.trimEnd()) > MAX_LINE_WIDTH) {
      lines.push(line.trimEnd());
      line = '  ';
    }
    line += text;
  }
  return [...lines, line];
}

function limitLines(lines: readonly string[], max: number, noun: string): readonly string[] {
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), `  and ${lines.length - max + 1} more ${noun} in the JSON report`];
}

/** Without color codes, which take no columns. */
function stripColors(text: string): string {
  return text.replace(/\u001b\[\d+m/g, '');
}

/** With fewer requests, one single reason may explain that none was rejected. */
const MIN_REJECTION_REQUESTS = 5;

/** One line for each operation that rejects no invalid request, and for each that accepts all invalid credentials. */
export function rejectionLines({ operations }: Coverage, style: TextStyle): readonly string[] {
  return operations
    .flatMap(({ operation, rejections: { invalidRequests, invalidCredentials: unauthorizedRequests } }) => [
      ...(isNeverRejected(invalidRequests)
        ? [`${operation} rejects none of ${invalidRequests.responses} invalid requests: its input may not be validated`]
        : []),
      ...(isNeverRejected(unauthorizedRequests)
        ? [
            `${operation} accepts all ${unauthorizedRequests.responses} requests with invalid credentials: it may not check credentials`,
          ]
        : []),
    ])
    .flatMap((line) => indentLines(sanitizeLine(line)).map((one) => style.red(one.trimStart())));
}

function isNeverRejected({ responses, rejected }: RejectionCount): boolean {
  return responses >= MIN_REJECTION_REQUESTS && rejected === 0;
}
