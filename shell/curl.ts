/**
 * The one writer of curl lines. curl gives some texts a meaning of its own: a header or a body that begins with `@` names a
 * file, brackets and braces in a URL are patterns. Only options that take their value literally are used: `-H` with a field
 * name in front, `--data-raw`, and `--data-binary @-`, which reads what the line itself writes; never -F, -u, -d or -b.
 */
import { isPrintable, printfCommand, quoted } from './quote.ts';
import { literalsMerged, mapLiterals, sentText, type Text } from './text.ts';

export interface CurlRequest {
  /** A token of RFC 9110. */
  readonly method: string;
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Path and query, as they are to go out. */
  readonly target: Text;
  /** In their order. */
  readonly headers: readonly CurlHeader[];
  readonly body: Text | Uint8Array | undefined;
  /** What curl adds by itself is left out: the request is sent with these header fields and no others. */
  readonly isComplete?: boolean;
  /** The certificate of the server is not to be checked. */
  readonly isInsecure?: boolean;
}

export type CurlHeader = readonly [name: string, value: Text];

/** For a POSIX shell: one line of printable ASCII. */
export function curlLine(request: CurlRequest): string {
  const { method, origin, target, headers, body, isInsecure = false } = request;
  const words = [
    'curl',
    ...methodOptions(method, body),
    ...(isInsecure ? ['-k'] : []),
    ...targetOptions(origin, target),
    ...headers.filter(isSendable).map(headerOption),
    ...removals(request),
  ].join(' ');
  if (body === undefined) return words;
  if (!(body instanceof Uint8Array) && fitsArgument(body)) return `${words} --data-raw ${quoted(body)}`;
  return `${writerOf(body)} | ${words} --data-binary @-`;
}

/** With -X HEAD curl waits for a body that never comes, and with -I it takes none to send: then it waits five seconds. */
function methodOptions(method: string, body: CurlRequest['body']): readonly string[] {
  if (method !== 'HEAD') return ['-i', '-X', quotedUnlessPlain(method)];
  return body === undefined ? ['-I'] : ['-i', '-X', 'HEAD', '-m', '5'];
}

function quotedUnlessPlain(word: string): string {
  return /^[A-Z]+$/.test(word) ? word : quoted(word);
}

/** Brackets and braces in a URL are patterns to curl, it resolves dot segments, and it cuts a fragment off. */
function targetOptions(origin: string, given: Text): readonly string[] {
  const target = mapLiterals(given, withoutBlanks);
  const literals = literalsOf(target);
  if (!/^\/[\x21-\x7e]*$/.test(literals) || /[#\\]/.test(literals))
    return [...globOff(origin), '--request-target', quoted(target, 'latin1'), quoted(`${origin}/`)];
  return [
    ...globOff(`${origin}${literals}`),
    ...(/\/(?:\.|%2e)/i.test(literals) ? ['--path-as-is'] : []),
    quoted([origin, ...literalsMerged(target)]),
  ];
}

/** Blanks and line ends would end the target, or the request line: no client sends them. */
function withoutBlanks(literal: string): string {
  return literal.replace(/[^\x21-\x7e\x80-\xff]+/g, (some) => encodeURIComponent(some.toWellFormed()));
}

function literalsOf(target: Text): string {
  return literalsMerged(target)
    .filter((part) => typeof part === 'string')
    .join('');
}

function globOff(url: string): readonly string[] {
  return /[[\]{}]/.test(url) ? ['-g'] : [];
}

/** No client sends any other; with one, curl could be made to read a file. */
function isSendable([name, value]: CurlHeader): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(literalsOf(value));
}

/** curl takes a field without a value for one to leave out, unless it ends with a semicolon. */
function headerOption([name, value]: CurlHeader): string {
  const isEmpty = /^[\t ]*$/.test(sentText(value));
  return `-H ${isEmpty ? quoted(`${name};`) : quoted([`${name}: `, ...literalsMerged(value)], 'latin1')}`;
}

/** Fields that curl sends by itself, where the request has none. It calls every body a form, and waits before a large one. */
function removals({ headers, body, isComplete = false }: CurlRequest): readonly string[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const added = [
    ...(isComplete ? ['User-Agent', 'Accept'] : []),
    ...(body === undefined ? [] : ['Content-Type']),
    ...(sizeOf(body) < WAITS_FROM ? [] : ['Expect']),
  ];
  return added.filter((name) => !given.has(name.toLowerCase())).map((name) => `-H '${name}:'`);
}

/** Bytes of a body from which curl waits for a `100 Continue`. */
const WAITS_FROM = 1_000_000;

function sizeOf(body: CurlRequest['body']): number {
  if (body === undefined) return 0;
  return body instanceof Uint8Array ? body.byteLength : Buffer.byteLength(sentText(body));
}

/** Linux takes no single argument beyond 128 kB. */
const LONGEST_ARGUMENT = 100_000;

function fitsArgument(body: Text): boolean {
  return isPrintable(literalsOf(body)) && sentText(body).length <= LONGEST_ARGUMENT;
}

/** The command that writes the body. */
function writerOf(body: Text | Uint8Array): string {
  if (body instanceof Uint8Array) return bytesWriter(body);
  const writers = literalsMerged(body).map((part) =>
    typeof part === 'string' ? bytesWriter(Buffer.from(part)) : `printf %s "${part.shell()}"`,
  );
  return writers.length === 1 ? writers.join('') : `{ ${writers.join('; ')}; }`;
}

/** Readable where most of it is text. */
function bytesWriter(bytes: Uint8Array): string {
  const readable = printfCommand(bytes);
  const base64 = Buffer.from(bytes).toString('base64');
  return readable.length <= 2 * base64.length ? readable : `printf %s '${base64}' | base64 -d`;
}
