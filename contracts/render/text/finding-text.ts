/**
 * A finding as text that fits on a screen: the request, the response, the line of the contract, and how to reproduce
 * it.
 */

import { sanitizeLine, sanitizeLines } from '../../../sanitize.ts';
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import {
  type BrokenPact,
  type Evidence,
  type Finding,
  findingId,
  type Reproduction,
  type SourceSnippet,
} from '../../finding/finding.ts';
import { highlightInLine } from '../../finding/source-snippet.ts';
import { exchangeLines } from './exchange-text.ts';
import { createExcerpt, indentLines, labelLines, MAX_LINE_WIDTH, type TextStyle } from './terminal.ts';

/** The whole block. */
export function findingText(finding: Finding, style: TextStyle): string {
  return findingLines(finding, style).join('\n');
}

/** The same in fewer lines: without what `explain` and `replay` print. */
export function shortFindingText(finding: Finding, style: TextStyle): string {
  return findingLines(finding, style, true).join('\n');
}

function findingLines(finding: Finding, style: TextStyle, isShort = false): readonly string[] {
  const { check, severity, title, subject, evidence, expected, received, why } = finding;
  const name = sanitizeLine(check);
  const label = severity === 'error' ? style.red(`error[${name}]`) : style.yellow(`warning[${name}]`);
  const rule = finding.requirement ?? evidence?.requirement;
  return [
    `${label}: ${style.bold(sanitizeLine(title))}  (${sanitizeLine(subject)})`,
    ...snippetLines(finding, style),
    ...(rule === undefined ? [] : labelLines('contract', rule)),
    ...(evidence === undefined ? [] : exchangeLines(finding, evidence, style)),
    ...labelLines('expected', expected),
    ...emphasize(labelLines('received', received), style),
    ...(isShort ? [] : [...brokenPactLines(finding), ...labelLines('why', why)]),
    ...(evidence === undefined ? [] : reproduceLines(evidence, isShort)),
    ...labelLines('id', findingId(finding)),
    ...(isShort ? [] : similarLines(finding, style)),
  ];
}

const MAX_BROKEN_PACTS = 4;

/** The consumers that break, and where their pacts say what they expect. */
function brokenPactLines({ check, brokenPacts = [] }: Finding): readonly string[] {
  const distinct = mergeByInteraction(brokenPacts);
  const lines = distinct.slice(0, MAX_BROKEN_PACTS).flatMap(({ consumer, interaction, messages, place }) => [
    ...labelLines('consumer', `${consumer}: ${interaction} (${formatPlace(place)})`),
    // For a pact expectation, the first message repeats the finding itself.
    ...messages.slice(check === 'pact-expectation' ? 1 : 0).flatMap((message) => labelLines('', message)),
  ]);
  const rest = distinct.length - MAX_BROKEN_PACTS;
  return rest > 0 ? [...lines, ...labelLines('', `and ${rest} more interactions`)] : lines;
}

/** One cause can break an interaction at several places of its response. */
function mergeByInteraction(brokenPacts: readonly BrokenPact[]): readonly BrokenPact[] {
  const groups = Map.groupBy(brokenPacts, ({ consumer, interaction, place }) =>
    JSON.stringify([consumer, interaction, formatPlace(place)]),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, messages: [...new Set([first, ...others].flatMap(({ messages }) => messages))] }],
  );
}

/** The labels stay plain. */
function emphasize(lines: readonly string[], style: TextStyle): readonly string[] {
  return lines.map((line) => `${line.slice(0, 12)}${style.bold(line.slice(12))}`);
}

function reproduceLines(
  { curl, replay, reproduction, curlLimitations }: Evidence,
  isShort: boolean,
): readonly string[] {
  const limitations = curlLimitations === undefined ? [] : labelLines('', `(${curlLimitations})`);
  return [
    `  attempts  ${reproductionText(reproduction)}`,
    ...(isShort ? [] : [`  curl      ${shortCurl(curl)}`, ...limitations]),
    `  replay    ${sanitizeLine(replay)}`,
  ];
}

/** Requests run concurrently: one of them made the implementation fail, and all of them break off. */
const UNREACHABLE_TEXT =
  '1 (not repeated): the implementation was unreachable afterwards; a concurrent request may be the cause';

/** `reproduced 3/3`, `intermittent: 17 of 222 requests` */
export function reproductionText({
  reproduced,
  attempts,
  isUnreachable,
  concurrency,
  intermittent,
}: Reproduction): string {
  if (isUnreachable) return UNREACHABLE_TEXT;
  if (attempts === 1) return '1 (not repeated)';
  if (intermittent !== undefined)
    return `intermittent: ${intermittent.occurrences} of ${intermittent.requests} requests; alone not reproduced: ${reproduced}/${attempts}`;
  if (concurrency !== undefined) return `reproduced ${reproduced}/${attempts}, with ${concurrency} concurrent requests`;
  if (reproduced === attempts) return `reproduced ${reproduced}/${attempts}`;
  return reproduced === 1 ? `not reproduced: 1/${attempts}` : `flaky: reproduced ${reproduced}/${attempts}`;
}

function similarLines({ similarCount, isRemainder, similar = [] }: Finding, style: TextStyle): readonly string[] {
  if (similarCount === 0) return [];
  const ids = similar.slice(0, MAX_IDS);
  const idsText = ids.length === 0 ? '' : `: ${ids.join(', ')}${similarCount > ids.length ? ', ...' : ''}`;
  const causeText = isRemainder === true ? 'with other causes' : 'with the same cause';
  return indentLines(`+${similarCount} more ${causeText}${idsText}`).map((line) => style.dim(line));
}

const MAX_IDS = 3;

/** Six lines of a terminal. */
const MAX_CURL_LENGTH = 660;

/** A body of 65,536 characters does not fit a screen; the replay command sends it. */
function shortCurl(curl: string): string {
  return curl.length > MAX_CURL_LENGTH ? '(too long; use replay, or the JSON report)' : sanitizeLines(curl);
}

/** The place, the quoted lines and the carets. */
export function snippetLines(
  { place, lineText, snippet, otherPlace, otherLineText }: Finding,
  style: TextStyle,
): readonly string[] {
  const { lines, mark } = snippet ?? singleLineSnippet(place.line, lineText, place.pointer);
  const gutter = Math.max(...lines.map((one) => String(one.line).length));
  const row = (number: string, text: string) => `  ${number.padStart(gutter)} ${style.dim('|')} ${text}`;
  const quoted = lines.map((one, index) => {
    const isLast = index === lines.length - 1;
    return {
      number: String(one.line),
      ...createExcerpt(one.text, isLast ? mark : undefined, MAX_LINE_WIDTH - gutter - 5),
    };
  });
  return [
    `  ${' '.repeat(gutter)}${style.dim('-->')} ${sanitizeLine(formatPlace(place))}  ${style.dim(sanitizeLine(place.pointer || '/'))}`,
    ...quoted.map(({ number, text }) => row(number, text)),
    row('', style.red(quoted.at(-1)?.carets || '^')),
    ...(otherPlace === undefined ? [] : otherPlaceLines(otherPlace, otherLineText, style)),
  ];
}

/** The place on the other side, with its line if it is known. */
function otherPlaceLines(place: Place, line: string | undefined, style: TextStyle): readonly string[] {
  const placeLine = `   ${style.dim('also')} ${sanitizeLine(formatPlace(place))}`;
  if (line === undefined || line === '') return [placeLine];
  const number = String(place.line);
  const { text } = createExcerpt(line, undefined, MAX_LINE_WIDTH - number.length - 5);
  return [placeLine, `  ${number} ${style.dim('|')} ${text}`];
}

/** For findings of stages that keep only one line. */
function singleLineSnippet(number: number, text: string, pointer: string): SourceSnippet {
  return { lines: [{ line: number, text }], mark: highlightInLine(text, pointer) };
}
