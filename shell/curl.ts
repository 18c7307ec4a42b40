/**
 * Formats curl commands. curl interprets some texts: a header or body that begins with `@` names a file, and brackets
 * and braces in a URL are patterns. Only options with literal values are used: `-H` with a field name first,
 * `--data-raw`, and `--data-binary @-`, which reads the output of the preceding command; never -F, -u, -d or -b. The only
 * files are those of the user's own certificates.
 */

import { encodeUtf8, toBase64, utf8Length } from '../platform/bytes.ts';
import { type CredentialText, mapLiterals, mergeLiterals, sentText } from './credential-text.ts';
import { isPrintable, printfCommand, quoteText, shellWord } from './quote.ts';

export interface CurlRequest {
  /** A token of RFC 9110. */
  readonly method: string;
  /** For example `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Path and query, exactly as sent. */
  readonly target: CredentialText;
  /** In order. */
  readonly headers: readonly CurlHeader[];
  readonly body: CredentialText | Uint8Array | undefined;
  /** Send only these header fields, without those that curl adds. */
  readonly isComplete?: boolean;
  /** Do not verify the server's certificate. */
  readonly isInsecure?: boolean;
  readonly tls?: CurlTls | undefined;
  /** A URL, or the environment variable that has it, without the dollar. */
  readonly proxy?: { readonly url: string } | { readonly variable: string } | undefined;
}

/** Paths of PEM files. */
export interface CurlTls {
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly ca?: string | undefined;
  /** The environment variable with the passphrase of the key, without the dollar. */
  readonly passphraseVariable?: string | undefined;
}

export type CurlHeader = readonly [name: string, value: CredentialText];

/** A command for a POSIX shell: one line of printable ASCII. */
export function curlCommand(request: CurlRequest): string {
  const { method, origin, target, headers, body, tls, proxy, isInsecure = false } = request;
  const command = [
    'curl',
    ...methodOptions(method, body),
    ...(isInsecure ? ['-k'] : []),
    ...(tls === undefined ? [] : tlsOptions(tls)),
    ...(proxy === undefined ? [] : ['-x', 'url' in proxy ? quoteText(proxy.url) : `"$${proxy.variable}"`]),
    ...urlOptions(origin, target),
    ...headers.filter(isSendable).map(headerOption),
    ...removedHeaderOptions(request),
  ].join(' ');
  if (body === undefined) return command;
  if (!(body instanceof Uint8Array) && fitsArgument(body)) return `${command} --data-raw ${quoteText(body)}`;
  return `${bodyWriterCommand(body)} | ${command} --data-binary @-`;
}

/**
 * `-X HEAD` waits for a body that never arrives, and `-I` cannot send one: HEAD with a body gets a time limit of 5 s.
 */
function methodOptions(method: string, body: CurlRequest['body']): readonly string[] {
  if (method !== 'HEAD') return ['-i', '-X', quoteUnlessSimple(method)];
  return body === undefined ? ['-I'] : ['-i', '-X', 'HEAD', '-m', '5'];
}

/** curl reads a colon in `--cert` as the beginning of a passphrase, unless a backslash precedes it. */
function tlsOptions({ cert, key, ca, passphraseVariable }: CurlTls): readonly string[] {
  return [
    ...(cert === undefined ? [] : ['--cert', shellWord(asPath(cert).replaceAll(/[\\:]/g, '\\$&'))]),
    ...(key === undefined ? [] : ['--key', shellWord(asPath(key))]),
    ...(passphraseVariable === undefined ? [] : ['--pass', `"$${passphraseVariable}"`]),
    ...(ca === undefined ? [] : ['--cacert', shellWord(asPath(ca))]),
  ];
}

/** A hyphen in front would be an option. */
function asPath(file: string): string {
  return file.startsWith('-') ? `./${file}` : file;
}

function quoteUnlessSimple(word: string): string {
  return /^[A-Z]+$/.test(word) ? word : quoteText(word);
}

/** curl interprets brackets and braces in a URL as patterns, resolves dot segments, and removes the fragment. */
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

/** Spaces and line breaks would end the target or the request line, so they are encoded, as by every client. */
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

/** Other headers cannot be sent by any client, and could make curl read a file. */
function isSendable([name, value]: CurlHeader): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(literalText(value));
}

/** curl removes a header without a value unless it is written with a semicolon. */
function headerOption([name, value]: CurlHeader): string {
  const isEmpty = /^[\t ]*$/.test(sentText(value));
  return `-H ${isEmpty ? quoteText(`${name};`) : quoteText([`${name}: `, ...mergeLiterals(value)], 'latin1')}`;
}

/** Removes headers that curl would add: it sends every body as a form, and `Expect` with a large one. */
function removedHeaderOptions({ headers, body, isComplete = false }: CurlRequest): readonly string[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const addedByCurl = [
    ...(isComplete ? ['User-Agent', 'Accept'] : []),
    ...(body === undefined ? [] : ['Content-Type']),
    ...(bodySize(body) < EXPECT_THRESHOLD_BYTES ? [] : ['Expect']),
  ];
  return addedByCurl.filter((name) => !given.has(name.toLowerCase())).map((name) => `-H '${name}:'`);
}

/** Size of a body, in bytes, from which curl waits for `100 Continue`. */
const EXPECT_THRESHOLD_BYTES = 1_000_000;

function bodySize(body: CurlRequest['body']): number {
  if (body === undefined) return 0;
  return body instanceof Uint8Array ? body.byteLength : utf8Length(sentText(body));
}

/** In UTF-16 units; Linux limits a single argument to 128 kB. */
const MAX_ARGUMENT_LENGTH = 100_000;

function fitsArgument(body: CredentialText): boolean {
  return isPrintable(literalText(body)) && sentText(body).length <= MAX_ARGUMENT_LENGTH;
}

/** The command that writes the body. */
function bodyWriterCommand(body: CredentialText | Uint8Array): string {
  if (body instanceof Uint8Array) return bytesWriterCommand(body);
  const writers = mergeLiterals(body).map((part) =>
    typeof part === 'string' ? bytesWriterCommand(encodeUtf8(part)) : `printf %s "${part.toShell()}"`,
  );
  return writers.length === 1 ? writers.join('') : `{ ${writers.join('; ')}; }`;
}

/** Uses printf for mostly readable bytes, otherwise Base64. */
function bytesWriterCommand(bytes: Uint8Array): string {
  const readable = printfCommand(bytes);
  const base64 = toBase64(bytes);
  return readable.length <= 2 * base64.length ? readable : `printf %s '${base64}' | base64 -d`;
}
