/** The files a contract is read from: their text, their exact values and the line of every place. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { KitError } from '../../errors.ts';
import { gitName, gitUrl, isGitSource, isGitUrl, readGitFile } from './git-source.ts';
import { readPlainJson, refuseJsonComment } from './json-lines.ts';
import { everyLine, indexedLine } from './line-index.ts';
import { isEncodingError, reasonOf, type SourceFile } from './source-file.ts';
import { readPlainYaml } from './yaml-events.ts';
import { readWithCare } from './yaml-with-care.ts';

const FETCH_TIMEOUT_MS = 10_000;
const MAX_BYTES = 50_000_000;
/** The URL of what the user named: a path or an http(s) URL. Throws `spec-unreadable`. */
export function toUrl(source: string): string {
  if (!/^(https?|file):\/\//i.test(source)) return pathToFileURL(path.resolve(source)).href;
  if (!URL.canParse(source))
    throw new KitError(
      'spec-unreadable',
      `${withoutSecrets(source.replace(/\/\/.*@/s, '//***@'))}: is not a URL`,
    );
  const { href, host, pathname, username, password } = new URL(source);
  if (username === '' && password === '') return href;
  throw new KitError('spec-unreadable', `${host}${pathname}: the URL holds a user name or password`, {
    fix: 'Fetch the document with a tool that keeps them to itself, and give the file: the name of a document stands in every report.',
  });
}

/** The same, also of `git:REF:path`. Throws as `gitUrl` does, too. */
export async function sourceUrl(source: string): Promise<string> {
  return isGitSource(source) ? gitUrl(source) : toUrl(source);
}

/**
 * Reads the text at a URL, with the byte order mark that may stand before it: the text in UTF-8 is byte for byte what was
 * read, so that its sha256 is the one of the file. Throws `spec-unreadable`, and as `readGitFile` does.
 */
export async function readSource(url: string): Promise<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await bytesOf(url));
    // UTF-16 without a mark is UTF-8 of every other character.
    if (text.includes('\0')) throw notUtf8(url);
    return text;
  } catch (error) {
    if (error instanceof KitError) throw error;
    if (isEncodingError(error)) throw notUtf8(url);
    throw new KitError('spec-unreadable', `${displayName(url)}: ${reasonOf(error)}`, { cause: error });
  }
}

function notUtf8(url: string): KitError {
  return new KitError('spec-unreadable', `${displayName(url)}: is not UTF-8 text`, {
    fix: 'Save the document as UTF-8; what is packed has to be unpacked first.',
  });
}

function bytesOf(url: string): Promise<Uint8Array> {
  if (isGitUrl(url)) return readGitFile(url);
  return url.startsWith('file:') ? readFile(fileURLToPath(url)) : download(url);
}

/** Parses YAML 1.2 or JSON with integers exact. Throws `spec-syntax` with file and line. */
export function parseSource(url: string, text: string): SourceFile {
  const name = displayName(url);
  const content = text.replace(/^\ufeff/, '');
  const json = readPlainJson(content);
  if (json === undefined) refuseJsonComment(name, content);
  const plain = json ?? readPlainYaml(content);
  if (plain === undefined) return { ...readWithCare(url, name, content), text };
  const { value, lines: index } = plain;
  let lines: ReadonlyMap<string, number> | undefined;
  return {
    url,
    name,
    text,
    value,
    get lines() {
      lines ??= new Map(everyLine(index, value));
      return lines;
    },
    lineAt: (pointer) => indexedLine(index, value, pointer),
  };
}

/** As people are told of it. */
export function displayName(url: string): string {
  if (isGitUrl(url)) return gitName(url);
  if (!url.startsWith('file:')) return withoutSecrets(url);
  const absolute = fileURLToPath(url);
  const relative = path.relative(process.cwd(), absolute);
  return relative.startsWith('..') ? absolute : relative;
}

/** An address that is good for whoever has it, such as a signed one, is a credential: names stand in every report. */
function withoutSecrets(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  return (
    url.slice(0, at) +
    url
      .slice(at)
      .replace(/([?&][^=&#]*(?:token|secret|sig|pass|key|auth|credential)[^=&#]*=)[^&#]+/gi, '$1***')
  );
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'manual' });
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location !== null) {
    await response.body?.cancel();
    throw new Error(
      `the server redirects to ${placeOf(location, url)}, which is not followed; give that URL`,
    );
  }
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Without what may be a credential in it. */
function placeOf(location: string, base: string): string {
  const target = URL.parse(location, base);
  return target === null ? 'no URL' : `${target.origin}${target.pathname}`;
}
