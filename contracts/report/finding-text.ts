/** A finding for a person, in one screen: what was sent, what came back, which line it breaks, how to see it again. */
import { formatPlace } from '../../spec/contract.ts';
import { visible, visibleLines } from '../../text.ts';
import type { Confirmation, Evidence, Finding } from '../finding.ts';
import type { Style } from './style.ts';

const WIDTH = 110;

export function findingText(finding: Finding, style: Style): string {
  const { check, severity, title, subject, evidence } = finding;
  const word = severity === 'fault' ? style.red(`error[${check}]`) : style.yellow(`advice[${check}]`);
  return [
    `${word}: ${style.bold(title)}  (${visible(subject)})`,
    ...contractLines(finding, style),
    ...(evidence === undefined ? [] : sentLines(evidence)),
    `  expected  ${indented(finding.expected)}`,
    `  received  ${style.bold(indented(finding.received))}`,
    ...wrap('  why       ', finding.why),
    ...(evidence === undefined ? [] : againLines(evidence)),
    ...(finding.more > 0 ? [style.dim(`  ... and ${finding.more} more like it`)] : []),
  ].join('\n');
}

function contractLines({ place, line, otherPlace }: Finding, style: Style): readonly string[] {
  const number = String(place.line);
  const margin = ' '.repeat(number.length);
  const other =
    otherPlace === undefined ? [] : [`   ${style.dim('also')} ${visible(formatPlace(otherPlace))}`];
  return [
    `  ${margin}${style.dim('-->')} ${visible(formatPlace(place))}  ${style.dim(visible(place.pointer || '/'))}`,
    `  ${number} ${style.dim('|')} ${visible(line)}`,
    `  ${margin} ${style.dim('|')} ${style.red('^'.repeat(Math.max(1, Math.min(line.length, 60))))}`,
    ...other,
  ];
}

function sentLines({ mutation, request, answer }: Evidence): readonly string[] {
  const body = request.body === undefined ? '(no body)' : oneLine(request.body);
  const sent = [
    `  case      ${visible(mutation)}`,
    `  sent      ${request.method} ${visible(request.url)}`,
    `            ${body}`,
  ];
  if (answer === undefined) return sent;
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const line = `  answer    ${answer.status}${type === undefined ? '' : `  ${oneLine(type)}`}`;
  return [...sent, line, `            ${answer.body === '' ? '(no body)' : oneLine(answer.body)}`];
}

function againLines({ curl, replay, confirmation }: Evidence): readonly string[] {
  return [
    `  seen      ${confirmationText(confirmation)}`,
    `  curl      ${shortCurl(curl)}`,
    `  replay    ${visible(replay)}`,
  ];
}

export function confirmationText({ seen, sent, gone }: Confirmation): string {
  if (gone) return 'once: the implementation could not be reached any more afterwards';
  if (sent === 1) return 'once';
  if (seen === sent) return `confirmed: ${seen} of ${sent} times`;
  return seen === 1 ? `not reproduced: 1 of ${sent} times` : `flaky: ${seen} of ${sent} times`;
}

function oneLine(text: string): string {
  const shown = visible(text);
  return shown.length <= WIDTH ? shown : `${shown.slice(0, WIDTH - 20)}... (${text.length} characters)`;
}

/** Its later lines below its first. */
function indented(text: string): string {
  return visibleLines(text).replaceAll('\n', '\n            ');
}

/** A body of 65,536 characters does not fit a screen, and one escaped is another; the replay command sends it. */
function shortCurl(curl: string): string {
  if (curl.length > 1_500) return '(too long for a screen; use replay, or the JSON report)';
  return curl === visibleLines(curl)
    ? curl
    : '(with characters that no screen shows; use replay, or the JSON report)';
}

function wrap(label: string, text: string): readonly string[] {
  const lines: string[] = [];
  let line = label;
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(label.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
