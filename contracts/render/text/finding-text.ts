/** A finding for a person, in one screen: what was sent, what came back, which line it breaks, how to see it again. */
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import { visible, visibleLines } from '../../../text.ts';
import {
  type BrokenPact,
  type Confirmation,
  type Evidence,
  type Finding,
  findingId,
  type Quote,
} from '../../finding/finding.ts';
import { markIn } from '../../finding/quote.ts';
import { exchangeLines } from './exchange-text.ts';
import { excerptOf, indented, labelled, type Style, WIDTH } from './terminal.ts';

/** The whole block. */
export function findingText(finding: Finding, style: Style): string {
  const { check, severity, title, subject, evidence, expected, received, why } = finding;
  const name = visible(check);
  const word = severity === 'fault' ? style.red(`error[${name}]`) : style.yellow(`advice[${name}]`);
  const rule = finding.rule ?? evidence?.rule;
  return [
    `${word}: ${style.bold(visible(title))}  (${visible(subject)})`,
    ...quoteLines(finding, style),
    ...(rule === undefined ? [] : labelled('rule', rule)),
    ...(evidence === undefined ? [] : exchangeLines(finding, evidence, style)),
    ...labelled('expected', expected),
    ...emphasised(labelled('received', received), style),
    ...breakLines(finding),
    ...labelled('why', why),
    ...(evidence === undefined ? [] : againLines(evidence)),
    ...labelled('id', findingId(finding)),
    ...moreLines(finding, style),
  ].join('\n');
}

const MOST_BREAKS = 4;

/** Whose consumers break by it, and where they say what they expect. */
function breakLines({ check, breaks = [] }: Finding): readonly string[] {
  const distinct = byInteraction(breaks);
  const lines = distinct.slice(0, MOST_BREAKS).flatMap(({ consumer, interaction, messages, place }) => [
    ...labelled('consumer', `${consumer}: ${interaction} (${formatPlace(place)})`),
    // Of an expectation alone the first is what the finding itself says.
    ...messages.slice(check === 'pact-expectation' ? 1 : 0).flatMap((message) => labelled('', message)),
  ]);
  const rest = distinct.length - MOST_BREAKS;
  return rest > 0 ? [...lines, ...labelled('', `and ${rest} more interactions`)] : lines;
}

/** One interaction may break by a cause in several places of its answer. */
function byInteraction(breaks: readonly BrokenPact[]): readonly BrokenPact[] {
  const groups = Map.groupBy(breaks, ({ consumer, interaction, place }) =>
    JSON.stringify([consumer, interaction, formatPlace(place)]),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, messages: [...new Set([first, ...others].flatMap(({ messages }) => messages))] }],
  );
}

/** The labels stay as they are. */
function emphasised(lines: readonly string[], style: Style): readonly string[] {
  return lines.map((line) => `${line.slice(0, 12)}${style.bold(line.slice(12))}`);
}

function againLines({ curl, replay, confirmation, curlLacks }: Evidence): readonly string[] {
  return [
    `  seen      ${confirmationText(confirmation)}`,
    `  curl      ${shortCurl(curl)}`,
    ...(curlLacks === undefined ? [] : labelled('', `(${curlLacks})`)),
    `  replay    ${visible(replay)}`,
  ];
}

/** Several requests are under way at once: one of them has brought it down, and all of them break off. */
const GONE =
  'once: the implementation could not be reached any more afterwards; what was sent beside it may be the cause';

/** `confirmed: 3 of 3 times` */
export function confirmationText({ seen, sent, gone }: Confirmation): string {
  if (gone) return GONE;
  if (sent === 1) return 'once';
  if (seen === sent) return `confirmed: ${seen} of ${sent} times`;
  return seen === 1 ? `not reproduced: 1 of ${sent} times` : `flaky: ${seen} of ${sent} times`;
}

function moreLines({ more, isRest, others = [] }: Finding, style: Style): readonly string[] {
  if (more === 0) return [];
  const ids = others.slice(0, SHOWN_IDS);
  const named = ids.length === 0 ? '' : `: ${ids.join(', ')}${more > ids.length ? ', ...' : ''}`;
  const like = isRest === true ? 'of other causes' : 'like it';
  return indented(`+${more} more ${like}${named}`).map((line) => style.dim(line));
}

const SHOWN_IDS = 3;

/** Six lines of a terminal. */
const LONGEST_CURL = 660;

/** A body of 65,536 characters does not fit a screen; the replay command sends it. */
function shortCurl(curl: string): string {
  return curl.length > LONGEST_CURL
    ? '(too long for a screen; use replay, or the JSON report)'
    : visibleLines(curl);
}

/** The place, the lines and the caret. */
export function quoteLines(
  { place, line, quote, otherPlace, otherLine }: Finding,
  style: Style,
): readonly string[] {
  const { lines, mark } = quote ?? plainQuote(place.line, line, place.pointer);
  const gutter = Math.max(...lines.map((one) => String(one.line).length));
  const row = (number: string, text: string) => `  ${number.padStart(gutter)} ${style.dim('|')} ${text}`;
  const quoted = lines.map((one, index) => {
    const isLast = index === lines.length - 1;
    return {
      number: String(one.line),
      ...excerptOf(one.text, isLast ? mark : undefined, WIDTH - gutter - 5),
    };
  });
  return [
    `  ${' '.repeat(gutter)}${style.dim('-->')} ${visible(formatPlace(place))}  ${style.dim(visible(place.pointer || '/'))}`,
    ...quoted.map(({ number, text }) => row(number, text)),
    row('', style.red(quoted.at(-1)?.carets || '^')),
    ...(otherPlace === undefined ? [] : otherLines(otherPlace, otherLine, style)),
  ];
}

/** The other side, with its line where it is at hand. */
function otherLines(place: Place, line: string | undefined, style: Style): readonly string[] {
  const head = `   ${style.dim('also')} ${visible(formatPlace(place))}`;
  if (line === undefined || line === '') return [head];
  const number = String(place.line);
  const { text } = excerptOf(line, undefined, WIDTH - number.length - 5);
  return [head, `  ${number} ${style.dim('|')} ${text}`];
}

/** For findings of stages that keep one line. */
function plainQuote(number: number, text: string, pointer: string): Quote {
  return { lines: [{ line: number, text }], mark: markIn(text, pointer) };
}
