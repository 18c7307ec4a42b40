/** A pact as data, with the place of everything in it. Specification versions 1 to 4; HTTP interactions only. */
import { readFile } from 'node:fs/promises';
import { KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../spec/json/exact-json.ts';
import type { Place } from '../../../spec/model/contract.ts';
import { parseSource, toUrl } from '../../../spec/source/source.ts';
import { lineOf, type SourceFile } from '../../../spec/source/source-file.ts';
import { ask, type HttpAnswer, shownUrl } from '../../http/ask.ts';
import { type Interaction, interactionOf } from './interaction.ts';

export interface PactFile {
  /** As the user named it. */
  readonly file: string;
  readonly text: string;
  readonly value: JsonObject;
  readonly source: SourceFile;
  readonly consumer: string;
  readonly provider: string;
  /** Of the Pact specification: 2 where the pact does not say, NaN where it says what is none. */
  readonly version: number;
  /** In the order of the file; never empty. */
  readonly interactions: readonly Interaction[];
}

/**
 * A path, or an http(s) URL. Throws `pact-unreadable` for what is no pact, `pact-unverifiable` for a pact in which there
 * is nothing to judge.
 */
export function readPact(named: string): Promise<PactFile> {
  return readPactWith(named, undefined);
}

/** The same, with headers for the URLs that are asked. */
export async function readPactWith(named: string, headersFor: HeadersFor | undefined): Promise<PactFile> {
  if (!isUrl(named)) return pactIn(named, await readText(named));
  const { name, text, contentType } = await fetchPact(named, headersFor);
  return pactIn(name, text, contentType);
}

/** Headers for a URL, such as the credentials of a broker for its own origin. */
export type HeadersFor = (url: URL) => Readonly<Record<string, string>>;

/** The pact that a text holds. `file` is what it is called; throws as `readPact` does. */
export function pactIn(file: string, text: string, contentType?: string): PactFile {
  const value = parsePact(file, text, contentType);
  const source = placesOf(file, text);
  const version = versionOf(value);
  const raw = value.interactions;
  if (!isJsonArray(raw) || raw.length === 0)
    throw new KitError(
      'pact-unverifiable',
      'received a pact with no interactions; nothing can be judged by it',
      {
        where: `${file}:${lineOf(source, '/interactions')}`,
      },
    );
  return {
    file,
    text,
    value,
    source,
    consumer: nameIn(value.consumer),
    provider: nameIn(value.provider),
    version,
    interactions: raw.map((item, index) => interactionOf(item, index, { file, source, version })),
  };
}

/** The place of a pointer, or of the nearest place around it that is in the file. */
export function pactPlace(
  pact: { readonly file: string; readonly source: SourceFile },
  pointer: string,
): Place {
  return { file: pact.file, pointer, line: lineOf(pact.source, pointer) };
}

/** Reads JSON as YAML, for the lines; what JSON lets pass and YAML does not is a key that stands twice. */
function placesOf(file: string, text: string): SourceFile {
  try {
    return parseSource(toUrl(file), text);
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    throw new KitError('pact-unreadable', error.detail, { where: error.where ?? file, cause: error });
  }
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new KitError('pact-unreadable', `${file}: ${reason}`, { cause: error });
  }
}

/** `contentType` is what a server called it: a page to log in on is none. */
function parsePact(file: string, text: string, contentType: string | undefined): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const offset = Number(/at position (\d+)$/.exec(parsed.reason)?.[1] ?? text.length);
    const line = text.slice(0, offset).split('\n').length;
    const called = contentType === undefined ? '' : ` (the server calls it ${contentType})`;
    throw new KitError('pact-unreadable', `not JSON${called}: ${parsed.reason}`, {
      where: `${file}:${line}`,
    });
  }
  if (isJsonObject(parsed.value)) return parsed.value;
  throw new KitError('pact-unreadable', 'a pact is a JSON object', { where: `${file}:1` });
}

function versionOf(pact: JsonObject): number {
  const metadata = isJsonObject(pact.metadata) ? pact.metadata : {};
  const named = [metadata.pactSpecification, metadata['pact-specification']].find(isJsonObject)?.version;
  return Number.parseInt(String(named ?? metadata.pactSpecificationVersion ?? '2'), 10);
}

function nameIn(participant: Json | undefined): string {
  return isJsonObject(participant) && typeof participant.name === 'string' ? participant.name : 'unnamed';
}

export function isUrl(named: string): boolean {
  return /^https?:\/\//i.test(named);
}

/** What stands at an http(s) URL. */
interface FetchedText {
  /** Without its query, which may hold a key. */
  readonly name: string;
  readonly text: string;
  /** As the server calls it. */
  readonly contentType: string | undefined;
}

/** Nothing is sent that the user did not name; redirects stay with one origin. Throws `pact-unreadable`. */
async function fetchPact(named: string, headersFor: HeadersFor = () => ({})): Promise<FetchedText> {
  const url = URL.parse(named);
  // Shown without what stands before the @: it is likely to be a password.
  if (url === null) throw unreadable(named.replace(/[?#].*|\/\/[^/]*@/gs, '...'), 'is not a URL');
  if (url.username !== '' || url.password !== '')
    throw unreadable(
      shownUrl(url),
      'the URL holds a user name or password; a pact is fetched without credentials',
    );
  const name = shownUrl(url);
  const { body, contentType } = await arrived({ url, name, headersFor }, MAX_REDIRECTS);
  try {
    return { name, contentType, text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch (cause) {
    throw unreadable(name, 'the answer is not UTF-8 text', cause);
  }
}

interface Way {
  readonly url: URL;
  readonly name: string;
  readonly headersFor: HeadersFor;
}

async function arrived(way: Way, redirectsLeft: number): Promise<HttpAnswer> {
  const { url, name, headersFor } = way;
  const headers = { accept: 'application/hal+json, application/json', ...headersFor(url) };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const told = await ask({ url, method: 'GET', headers, ...limits }).catch((cause: unknown) => {
    throw unreadable(name, cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (told.status === 200) return told;
  if (told.location === undefined || told.status < 300 || told.status > 399)
    throw unreadable(name, `the server answers ${told.status}`);
  return arrived({ ...way, url: nextOf(way, told.location, redirectsLeft) }, redirectsLeft - 1);
}

function nextOf({ url, name }: Way, location: string, redirectsLeft: number): URL {
  const next = URL.parse(location, url.href);
  if (redirectsLeft === 0) throw unreadable(name, `more than ${MAX_REDIRECTS} redirects`);
  if (next !== null && next.origin === url.origin && next.username === '' && next.password === '')
    return next;
  throw unreadable(
    name,
    `the server redirects to ${next === null ? 'what is no URL' : next.origin}; only its own origin is followed`,
  );
}

function unreadable(name: string, reason: string, cause?: unknown): KitError {
  return new KitError('pact-unreadable', `${name}: ${reason}`, cause === undefined ? {} : { cause });
}

const TIMEOUT_MS = 20_000;

const MAX_BYTES = 20_000_000;

const MAX_REDIRECTS = 5;
