/** The files a contract is read from: their text, their exact values and the line of every place. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Document, LineCounter, YAMLError } from 'yaml';
import { KitError } from '../errors.ts';
import { holdsBigInt, isJsonArray, isJsonObject, type Json, type JsonObject } from './exact-json.ts';
import { gitName, gitUrl, isGitSource, isGitUrl, readGitFile } from './git-source.ts';
import { readPlainJson } from './json-lines.ts';
import { everyLine, indexedLine } from './line-index.ts';
import { joinPointer } from './pointer.ts';
import { readPlainYaml } from './yaml-events.ts';

export interface SourceFile {
  /** `file:`, `http(s):`, or a `git:` one that `sourceUrl` made. */
  readonly url: string;
  /** As shown to people: relative to the working directory where that is shorter. */
  readonly name: string;
  readonly text: string;
  readonly value: Json;
  /** The line of each JSON Pointer, from 1; for a property the line of its key. Made when first asked for. */
  readonly lines: ReadonlyMap<string, number>;
  /** One of them, without making all. */
  readonly lineAt: (pointer: string) => number | undefined;
}

const FETCH_TIMEOUT_MS = 10_000;
const MAX_BYTES = 50_000_000;
/** The library's default of 100 refuses honest documents that use one anchor often; a bomb needs many more. */
const MAX_ALIASES = 1_000;

/** The URL of what the user named: a path or an http(s) URL. Throws `spec-unreadable`. */
export function toUrl(source: string): string {
  if (!/^(https?|file):\/\//i.test(source)) return pathToFileURL(path.resolve(source)).href;
  if (!URL.canParse(source))
    throw new KitError('spec-unreadable', `${source.replace(/\/\/.*@/s, '//***@')}: is not a URL`);
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

/** Reads the text at a URL. Throws `spec-unreadable`, and as `readGitFile` does. */
export async function readSource(url: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(url));
  } catch (error) {
    if (error instanceof KitError) throw error;
    throw new KitError('spec-unreadable', `${displayName(url)}: ${reasonOf(error)}`, { cause: error });
  }
}

function bytesOf(url: string): Promise<Uint8Array> {
  if (isGitUrl(url)) return readGitFile(url);
  return url.startsWith('file:') ? readFile(fileURLToPath(url)) : download(url);
}

/** Parses YAML 1.2 or JSON with integers exact. Throws `spec-syntax` with file and line. */
export function parseSource(url: string, text: string): SourceFile {
  const name = displayName(url);
  const plain = readPlainJson(text) ?? readPlainYaml(text);
  if (plain === undefined) return readWithCare(url, name, text);
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

const requireHere = createRequire(import.meta.url);

/** Large, and few documents need it. */
const yaml = (): typeof import('yaml') => requireHere('yaml');

/** Slower, and knows all of YAML: what it refuses it explains. */
function readWithCare(url: string, name: string, text: string): SourceFile {
  const { LineCounter, parseDocument } = yaml();
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    intAsBigInt: true,
    lineCounter,
    logLevel: 'error',
    merge: true,
    uniqueKeys: false,
  });
  const [fault] = document.errors;
  if (fault !== undefined) throw syntaxError(name, fault, lineCounter);
  refuseBrokenAliases(document, name, lineCounter);
  const lines = new Map<string, number>();
  indexLines(document.contents, '', { name, lines, line: (offset) => lineCounter.linePos(offset).line });
  return {
    url,
    name,
    text,
    value: toJson(readValue(() => document.toJS({ maxAliasCount: MAX_ALIASES }), name)),
    lines,
    lineAt: (pointer) => lines.get(pointer),
  };
}

/** The line of a place, or of the nearest place around it that has one. */
export function lineOf(file: SourceFile, pointer: string): number {
  const line = file.lineAt(pointer);
  if (line !== undefined) return line;
  return pointer === '' ? 1 : lineOf(file, pointer.slice(0, pointer.lastIndexOf('/')));
}

/** A copy with integers beyond ±(2^53-1) rounded to doubles, for libraries that know nothing else. */
export function withDoubles(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (isJsonArray(value)) return value.map(withDoubles);
  return isJsonObject(value) ? mapMembers(value, withDoubles) : value;
}

/** The same for those that change nothing: no copy where there is no such integer. */
export function inDoubles(value: Json): Json {
  return holdsBigInt(value) ? withDoubles(value) : value;
}

/** A copy with each of its values changed. */
export function mapMembers(object: JsonObject, change: (value: Json) => Json): JsonObject {
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(object)) {
    const value = change(object[key] ?? null);
    if (key === '__proto__') Object.defineProperty(copy, key, { ...ownMember, value });
    else copy[key] = value;
  }
  return copy;
}

const ownMember = { configurable: true, enumerable: true, writable: true };

function displayName(url: string): string {
  if (isGitUrl(url)) return gitName(url);
  if (!url.startsWith('file:')) return url;
  const absolute = fileURLToPath(url);
  const relative = path.relative(process.cwd(), absolute);
  return relative.startsWith('..') ? absolute : relative;
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' });
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'no such file';
  if ('code' in error && error.code === 'EISDIR') return 'is a folder, not a file';
  if ('code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8 text';
  const cause = error.cause instanceof Error && error.cause.message !== '' ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}

function syntaxError(name: string, fault: YAMLError, lineCounter: LineCounter): KitError {
  const { line } = lineCounter.linePos(fault.pos[0]);
  return new KitError('spec-syntax', describeFault(fault), { where: `${name}:${line}` });
}

/** The library's words for some faults speak of its own API or stack. */
function describeFault({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second YAML document begins here; a file holds one';
  if (message.startsWith('Maximum call stack')) return TOO_DEEP;
  const [first = message] = message.split('\n');
  return first.replace(/ at line \d+, column \d+:?$/, '');
}

const TOO_DEEP = 'nested too deep to be read';

/** An alias to no anchor, or to a place around it, has no value. */
function refuseBrokenAliases(document: Document.Parsed, name: string, lineCounter: LineCounter): void {
  yaml().visit(document, {
    Alias(_key, alias, path) {
      const anchored = alias.resolve(document);
      if (anchored !== undefined && !path.includes(anchored)) return;
      const detail = anchored === undefined ? 'names no anchor before it' : 'stands inside its own anchor';
      const { line } = lineCounter.linePos(alias.range?.[0] ?? 0);
      throw new KitError('spec-syntax', `the alias "*${alias.source}" ${detail}`, {
        where: `${name}:${line}`,
      });
    },
  });
}

/** Alias bombs only show when the value is built. */
function readValue(build: () => unknown, name: string): unknown {
  try {
    return build();
  } catch (error) {
    if (error instanceof ReferenceError) throw aliasBomb(name, error);
    const reason = error instanceof RangeError ? TOO_DEEP : reasonOf(error);
    throw new KitError('spec-syntax', reason, { where: name, cause: error });
  }
}

function aliasBomb(name: string, cause: ReferenceError): KitError {
  return new KitError('spec-syntax', `one anchor is repeated more than ${MAX_ALIASES} times by its aliases`, {
    where: name,
    cause,
  });
}

/** A deep copy as exact JSON; what JSON does not know becomes null. */
export function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toJson(part)]));
}

interface LineIndex {
  readonly name: string;
  readonly lines: Map<string, number>;
  line(offset: number): number;
}

/** Refuses a key that stands twice, too: the library compares every two of them, which takes quadratic time. */
function indexLines(node: unknown, pointer: string, index: LineIndex): void {
  const { isMap, isPair, isScalar, isSeq } = yaml();
  if (isMap(node)) {
    for (const pair of node.items) {
      if (!isPair(pair) || !isScalar(pair.key)) continue;
      const child = joinPointer(pointer, String(pair.key.value));
      const line = index.line(pair.key.range?.[0] ?? 0);
      if (index.lines.has(child)) throw sameKeyError(index.name, line);
      index.lines.set(child, line);
      indexLines(pair.value, child, index);
    }
  } else if (isSeq(node)) {
    node.items.forEach((item, position) => {
      const child = joinPointer(pointer, position);
      const range = isMap(item) || isSeq(item) || isScalar(item) ? item.range : undefined;
      if (range) index.lines.set(child, index.line(range[0]));
      indexLines(item, child, index);
    });
  }
}

function sameKeyError(name: string, line: number): KitError {
  return new KitError('spec-syntax', 'the same key stands twice in one object', { where: `${name}:${line}` });
}
