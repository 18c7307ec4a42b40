/** The line for a shell that sends a request again. */
import { visibleLines } from '../../../text.ts';
import { type HeaderLine, headerOf } from '../../headers.ts';
import type { Case, Draft } from '../case.ts';
import type { Delivery } from '../exchange.ts';

/** Texts in which what the shell is to fill in stands between marks; everything else is to reach curl as it is. */
export interface ShellRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Draft['body'];
  /** Something for the shell to fill in stands between marks in the body too. */
  readonly isBodyForShell: boolean;
}

/** Of Unicode's private use: nothing that a document says can pass for them. */
const OPEN = '\ue000';
const CLOSE = '\ue001';

/** Marks what the shell is to fill in. */
export function forShell(fragment: string): string {
  return `${OPEN}${fragment}${CLOSE}`;
}

/** As a person reads it. */
export function withoutMarks(text: string): string {
  return text.replaceAll(OPEN, '').replaceAll(CLOSE, '');
}

/** A line for a POSIX shell. Headers stand in double quotes, so that the token is filled in; the body in single ones. */
export function curlLine(shown: ShellRequest, delivery: Delivery = 'whole'): string {
  const { method, url, headers, body, isBodyForShell } = shown;
  const untyped = body !== undefined && headerOf(headers, 'content-type') === undefined;
  const options = [
    ...headers.map(headerOption),
    ...(deliveryOptions[delivery] ?? []),
    ...(headerOf(headers, 'accept') === undefined ? [`-H 'Accept:'`] : []),
    // Without a word curl calls every body a form.
    ...(untyped ? [`-H 'Content-Type:'`] : []),
  ];
  // With -X HEAD curl would wait for a body.
  const verb = method === 'HEAD' ? '-I' : `-i -X ${method}`;
  const curl = ['curl', ...urlOptions(url), verb, doubleQuoted(url), ...options].join(' ');
  if (body === undefined) return curl;
  if (typeof body === 'string' && isBodyForShell) return `${curl} --data-binary ${doubleQuoted(body)}`;
  if (typeof body === 'string' && visibleLines(body) === body && body.length <= LONGEST_ARGUMENT) {
    return `${curl} --data-binary ${shellWord(body)}`;
  }
  return `printf %s ${Buffer.from(body).toString('base64')} | base64 -d | ${curl} --data-binary @-`;
}

/** What the case does and the line for curl does not; undefined where they do the same. */
export function whatCurlLacks({ company, story }: Case, delivery: Delivery = 'whole'): string | undefined {
  if (story !== undefined)
    return 'this request alone, about a record of that run; replay tells the whole story';
  const { before, atOnce, inARow, watched } = company ?? {};
  if (before !== undefined || atOnce !== undefined || inARow !== undefined)
    return 'this request alone; replay sends all that the case is made of';
  if (watched === true)
    return 'curl does not look at what comes on the connection after the answer; replay does';
  return lackingDeliveries[delivery];
}

const lackingDeliveries: Readonly<Partial<Record<Delivery, string>>> = {
  'in pieces': 'curl sends the body in one piece; replay sends it in two',
  'read slowly': 'curl reads the answer at once; replay leaves it waiting for a while',
};

const deliveryOptions: Readonly<Partial<Record<Delivery, readonly string[]>>> = {
  chunked: [`-H 'Transfer-Encoding: chunked'`],
  'expecting 100': [`-H 'Expect: 100-continue'`],
};

/** Brackets and braces in a URL are patterns to curl, and it resolves dots by itself. */
function urlOptions(url: string): readonly string[] {
  return [/[[\]{}]/.test(url) ? '-g' : '', url.includes('/.') ? '--path-as-is' : ''].filter(
    (option) => option !== '',
  );
}

/** Linux takes no single argument beyond 128 kB. */
const LONGEST_ARGUMENT = 100_000;

/** curl sends no header that has no value, unless it is written with a semicolon. */
function headerOption([name, value]: HeaderLine): string {
  return value === '' ? `-H ${shellWord(`${name};`)}` : `-H ${doubleQuoted(`${name}: ${value}`)}`;
}

/** What stands between our marks is meant for the shell; nothing else is. */
function doubleQuoted(text: string): string {
  const parts = text.split(/\ue000([^\ue001]*)\ue001/);
  return `"${parts.map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\"$`]/g, '\\$&'))).join('')}"`;
}

/** One word for a POSIX shell. */
export function shellWord(text: string): string {
  if (/^[\w:/.@%+-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
