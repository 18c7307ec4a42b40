/**
 * The one writer of curl lines. curl gives some texts a meaning of its own: a header or a body that begins with `@` names a
 * file, brackets and braces in a URL are patterns. Only options that take their value literally are used: `-H` with a field
 * name in front, `--data-raw`, and `--data-binary @-`, which reads what the line itself writes; never -F, -u, -d or -b.
 */

import { type CredentialText, mapLiterals, mergeLiterals, sentText } from './credential-text.ts';
import { isPrintable, printfCommand, quoteText } from './quote.ts';

export interface CurlRequest {
  /** A token of RFC 9110. */
  readonly method: string;
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Path and query, as they are to go out. */
  readonly target: CredentialText;
  /** In their order. */
  readonly headers: readonly CurlHeader[];
  readonly body: CredentialText | Uint8Array | undefined;
  /** What curl adds by itself is left out: the request is sent with these header fields and no others. */
  readonly isComplete?: boolean;
  /** The certificate of the server is not to be checked. */
  readonly isInsecure?: boolean;
}

export type CurlHeader = readonly [name: string, value: CredentialText];

/** For a POSIX shell: one line of printable ASCII. */
export function curlCommand(request: CurlRequest): string {
  const { method, origin, target, headers, body, isInsecure = false } = request;
  const command = [
    'curl',
    ...methodOptions(method, body),
    ...(isInsecure ? ['-k'] : []),
    ...urlOptions(origin, target),
    ...headers.filter(isSendable).map(headerOption),
    ...removedHeaderOptions(request),
  ].join(' ');
  if (body === undefined) return command;
  if (!(body instanceof Uint8Array) && fitsArgument(body)) return `${command} --data-raw ${quoteText(body)}`;
  return `${bodyWriterCommand(body)} | ${command} --data-binary @-`;
}

/** With -X HEAD curl waits for a body that never comes, and with -I it takes none to send: then it waits five seconds. */
function methodOptions(method: string, body: CurlRequest['body']): readonly string[] {
  if (method !== 'HEAD') return ['-i', '-X', quoteUnlessSimple(method)];
  return body === undefined ? ['-I'] : ['-i', '-X', 'HEAD', '-m', '5'];
}

function quoteUnlessSimple(word: string): string {
  return /^[A-Z]+$/.test(word) ? word : quoteText(word);
}

/** Brackets and braces in a URL are patterns to curl, it resolves dot segments, and it cuts a fragment off. */
function urlOptions(origin: string, given: CredentialText): readonly string[] {
  const target = mapLiterals(given, encodeBlanks);
  const literals = literalText(target);
  if (!/^\/[\x21-\x7e]*$/.test(literals) || /[#\\]/.test(literals))
    return [...globOffOption(origin), '--request-target', quoteText(target, 'latin1'), quoteText(`${origin}/`)];
  return [
    ...globOffOption(`${origin}${literals}`),
    ...(/\/(?:\.|%2e)/i.test(literals) ? ['--path-as-is'] : []),
    quoteText([origin, ...mergeLiterals(target)]),
  ];
}

/** Blanks and line ends would end the target, or the request line: no client sends them. */
function encodeBlanks(literal: string): string {
  return literal.replace(/[^\x21-\x7e\x80-\xff]+/g, (some) => encodeURIComponent(some.toWellFormed()));
}

function literalText(target: CredentialText): string {
  return mergeLiterals(target)
    .filter((part) => typeof part === 'string')
    .join('');
}

function globOffOption(url: string): readonly string[] {
  return /[[\]{}]/.test(url) ? ['-g'] : [];
}

/** No client sends any other; with one, curl could be made to read a file. */
function isSendable([name, value]: CurlHeader): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(literalText(value));
}

/** curl takes a field without a value for one to leave out, unless it ends with a semicolon. */
function headerOption([name, value]: CurlHeader): string {
  const isEmpty = /^[\t ]*$/.test(sentText(value));
  return `-H ${isEmpty ? quoteText(`${name};`) : quoteText([`${name}: `, ...mergeLiterals(value)], 'latin1')}`;
}

/** Fields that curl sends by itself, where the request has none. It calls every body a form, and waits before a large one. */
function removedHeaderOptions({ headers, body, isComplete = false }: CurlRequest): readonly string[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const addedByCurl = [
    ...(isComplete ? ['User-Agent', 'Accept'] : []),
    ...(body === undefined ? [] : ['Content-Type']),
    ...(bodySize(body) < EXPECT_THRESHOLD_BYTES ? [] : ['Expect']),
  ];
  return addedByCurl.filter((name) => !given.has(name.toLowerCase())).map((name) => `-H '${name}:'`);
}

/** Bytes of a body from which curl waits for a `100 Continue`. */
const EXPECT_THRESHOLD_BYTES = 1_000_000;

function bodySize(body: CurlRequest['body']): number {
  if (body === undefined) return 0;
  return body instanceof Uint8Array ? body.byteLength : Buffer.byteLength(sentText(body));
}

/** Linux takes no single argument beyond 128 kB. */
const MAX_ARGUMENT_LENGTH = 100_000;

function fitsArgument(body: CredentialText): boolean {
  return isPrintable(literalText(body)) && sentText(body).length <= MAX_ARGUMENT_LENGTH;
}

/** The command that writes the body. */
function bodyWriterCommand(body: CredentialText | Uint8Array): string {
  if (body instanceof Uint8Array) return bytesWriterCommand(body);
  const writers = mergeLiterals(body).map((part) =>
    typeof part === 'string' ? bytesWriterCommand(Buffer.from(part)) : `printf %s "${part.toShell()}"`,
  );
  return writers.length === 1 ? writers.join('') : `{ ${writers.join('; ')}; }`;
}

/** Readable where most of it is text. */
function bytesWriterCommand(bytes: Uint8Array): string {
  const readable = printfCommand(bytes);
  const base64 = Buffer.from(bytes).toString('base64');
  return readable.length <= 2 * base64.length ? readable : `printf %s '${base64}' | base64 -d`;
}
