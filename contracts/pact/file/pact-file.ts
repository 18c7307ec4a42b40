/** A pact as data, with the place of everything in it. Specification versions 1 to 4; HTTP interactions only. */
import { readFile } from 'node:fs/promises';
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import type { Place } from '../../../spec/model/contract.ts';
import { parseSource, toDocumentUrl } from '../../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../../spec/source/source-file.ts';
import { type HttpResponse, redactedUrl, sendHttpRequest } from '../../http/http-client.ts';
import { type Interaction, parseInteraction } from './interaction.ts';

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
  return readPactWithHeaders(named, undefined);
}

/** The same, with headers for the URLs that are asked. */
export async function readPactWithHeaders(named: string, headersForUrl: HeadersForUrl | undefined): Promise<PactFile> {
  if (!isUrl(named)) return parsePact(named, await readText(named));
  const { name, text, contentType } = await fetchPact(named, headersForUrl);
  return parsePact(name, text, contentType);
}

/** Headers for a URL, such as the credentials of a broker for its own origin. */
export type HeadersForUrl = (url: URL) => Readonly<Record<string, string>>;

/** The pact that a text holds. `file` is what it is called; throws as `readPact` does. */
export function parsePact(file: string, text: string, contentType?: string): PactFile {
  const value = parsePactJson(file, text, contentType);
  const source = parseLines(file, text);
  const version = specificationVersion(value);
  const interactions = value.interactions;
  if (!isJsonArray(interactions) || interactions.length === 0)
    throw new KitError('pact-unverifiable', 'received a pact with no interactions; nothing can be judged by it', {
      where: `${file}:${findLine(source, '/interactions')}`,
    });
  return {
    file,
    text,
    value,
    source,
    consumer: participantName(value.consumer),
    provider: participantName(value.provider),
    version,
    interactions: interactions.map((item, index) => parseInteraction(item, index, { file, source, version })),
  };
}

/** The place of a pointer, or of the nearest place around it that is in the file. */
export function placeInPact(pact: { readonly file: string; readonly source: SourceFile }, pointer: string): Place {
  return { file: pact.file, pointer, line: findLine(pact.source, pointer) };
}

/** Reads JSON as YAML, for the lines; what JSON lets pass and YAML does not is a key that stands twice. */
function parseLines(file: string, text: string): SourceFile {
  try {
    return parseSource(toDocumentUrl(file), text);
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
function parsePactJson(file: string, text: string, contentType: string | undefined): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const offset = Number(/at position (\d+)$/.exec(parsed.reason)?.[1] ?? text.length);
    const line = text.slice(0, offset).split('\n').length;
    const contentTypeText = contentType === undefined ? '' : ` (the server calls it ${contentType})`;
    throw new KitError('pact-unreadable', `not JSON${contentTypeText}: ${parsed.reason}`, {
      where: `${file}:${line}`,
    });
  }
  if (isJsonObject(parsed.value)) return parsed.value;
  throw new KitError('pact-unreadable', 'a pact is a JSON object', { where: `${file}:1` });
}

function specificationVersion(pact: JsonObject): number {
  const metadata = isJsonObject(pact.metadata) ? pact.metadata : {};
  const named = [metadata.pactSpecification, metadata['pact-specification']].find(isJsonObject)?.version;
  return Number.parseInt(String(named ?? metadata.pactSpecificationVersion ?? '2'), 10);
}

function participantName(participant: Json | undefined): string {
  return isJsonObject(participant) && typeof participant.name === 'string' ? participant.name : 'unnamed';
}

export function isUrl(named: string): boolean {
  return /^https?:\/\//i.test(named);
}

/** What stands at an http(s) URL. */
interface FetchedPact {
  /** Without its query, which may hold a key. */
  readonly name: string;
  readonly text: string;
  /** As the server calls it. */
  readonly contentType: string | undefined;
}

/** Nothing is sent that the user did not name; redirects stay with one origin. Throws `pact-unreadable`. */
async function fetchPact(named: string, headersForUrl: HeadersForUrl = () => ({})): Promise<FetchedPact> {
  const url = URL.parse(named);
  // Shown without what stands before the @: it is likely to be a password.
  if (url === null) throw unreadableError(named.replace(/[?#].*|\/\/[^/]*@/gs, '...'), 'is not a URL');
  if (url.username !== '' || url.password !== '')
    throw unreadableError(
      redactedUrl(url),
      'the URL holds a user name or password; a pact is fetched without credentials',
    );
  const name = redactedUrl(url);
  const { body, contentType } = await fetchFollowingRedirects({ url, name, headersFor: headersForUrl }, MAX_REDIRECTS);
  try {
    return { name, contentType, text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch (cause) {
    throw unreadableError(name, 'the answer is not UTF-8 text', cause);
  }
}

interface RedirectStep {
  readonly url: URL;
  readonly name: string;
  readonly headersFor: HeadersForUrl;
}

async function fetchFollowingRedirects(step: RedirectStep, redirectsLeft: number): Promise<HttpResponse> {
  const { url, name, headersFor: headersForUrl } = step;
  const headers = { accept: 'application/hal+json, application/json', ...headersForUrl(url) };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const response = await sendHttpRequest({ url, method: 'GET', headers, ...limits }).catch((cause: unknown) => {
    throw unreadableError(name, cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (response.status === 200) return response;
  if (response.location === undefined || response.status < 300 || response.status > 399)
    throw unreadableError(name, `the server answers ${response.status}`);
  return fetchFollowingRedirects(
    { ...step, url: redirectTarget(step, response.location, redirectsLeft) },
    redirectsLeft - 1,
  );
}

function redirectTarget({ url, name }: RedirectStep, location: string, redirectsLeft: number): URL {
  const next = URL.parse(location, url.href);
  if (redirectsLeft === 0) throw unreadableError(name, `more than ${MAX_REDIRECTS} redirects`);
  if (next !== null && next.origin === url.origin && next.username === '' && next.password === '') return next;
  throw unreadableError(
    name,
    `the server redirects to ${next === null ? 'what is no URL' : next.origin}; only its own origin is followed`,
  );
}

function unreadableError(name: string, reason: string, cause?: unknown): KitError {
  return new KitError('pact-unreadable', `${name}: ${reason}`, cause === undefined ? {} : { cause });
}

const TIMEOUT_MS = 20_000;

const MAX_BYTES = 20_000_000;

const MAX_REDIRECTS = 5;
