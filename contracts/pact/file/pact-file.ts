/** Reads a pact and keeps the place of everything in it. Pact specification versions 1 to 4; HTTP interactions only. */
import { readFile } from 'node:fs/promises';
import { combineErrors, KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import type { Place } from '../../../spec/model/contract.ts';
import { parseSource, toDocumentUrl } from '../../../spec/source/read-source.ts';
import { describeReadError, findLine, isEncodingError, type SourceFile } from '../../../spec/source/source-file.ts';
import { type HttpResponse, redactedUrl, sendHttpRequest } from '../../http/http-client.ts';
import { type Interaction, missingPartError, type ParseContext, parseInteraction } from './interaction.ts';

export interface PactFile {
  /** The path or URL as the user gave it. */
  readonly file: string;
  readonly text: string;
  readonly value: JsonObject;
  readonly source: SourceFile;
  readonly consumer: string;
  readonly provider: string;
  /** Version of the Pact specification: 2 if the pact names none, NaN if it names an invalid one. */
  readonly version: number;
  /** In file order; never empty. */
  readonly interactions: readonly Interaction[];
}

/**
 * Reads a pact from a path or an http(s) URL. Throws `pact-unreadable` if it is not a pact, `pact-unverifiable` if it
 * has no interactions.
 */
export function readPact(location: string): Promise<PactFile> {
  return readPactWithHeaders(location, undefined);
}

/** The same, with headers for URLs that are fetched. */
export async function readPactWithHeaders(
  location: string,
  headersForUrl: HeadersForUrl | undefined,
): Promise<PactFile> {
  if (!isUrl(location)) return parsePact(location, await readText(location));
  const { name, text, contentType } = await fetchPact(location, headersForUrl);
  return parsePact(name, text, contentType);
}

/** Returns the headers for a URL; for example, the credentials of a broker for its own origin. */
export type HeadersForUrl = (url: URL) => Readonly<Record<string, string>>;

/** Parses the text of a pact; `file` is its name in messages. Throws the errors of `readPact`. */
export function parsePact(file: string, text: string, contentType?: string): PactFile {
  const value = parsePactJson(file, text, contentType);
  const source = parseLines(file, text);
  const version = specificationVersion(value);
  const interactions = value.interactions;
  if (!isJsonArray(interactions) || interactions.length === 0)
    throw new KitError('pact-unverifiable', 'the pact has no interactions, so there is nothing to verify', {
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
    interactions: parseInteractions(interactions, { file, source, version }),
  };
}

function parseInteractions(items: readonly Json[], context: ParseContext): readonly Interaction[] {
  const error = combineErrors(items.flatMap((item, index) => missingPartError(item, index, context) ?? []));
  if (error !== undefined) throw error;
  return items.map((item, index) => parseInteraction(item, index, context));
}

/** The place of a pointer, or of its nearest ancestor in the file. */
export function placeInPact(pact: { readonly file: string; readonly source: SourceFile }, pointer: string): Place {
  return { file: pact.file, pointer, line: findLine(pact.source, pointer) };
}

/** Parses the JSON as YAML to get line numbers. Unlike JSON, YAML rejects duplicate keys. */
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
    const reason = isEncodingError(error) ? 'is not UTF-8 text' : describeReadError(error);
    throw new KitError('pact-unreadable', `${file}: ${reason}`, { cause: error });
  }
}

/** `contentType` is the media type from the server, for the message: a login page is not a pact. */
function parsePactJson(file: string, text: string, contentType: string | undefined): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const offset = Number(/at position (\d+)$/.exec(parsed.reason)?.[1] ?? text.length);
    const line = text.slice(0, offset).split('\n').length;
    const contentTypeText = contentType === undefined ? '' : ` (Content-Type: ${contentType})`;
    throw new KitError('pact-unreadable', `not JSON${contentTypeText}: ${parsed.reason}`, {
      where: `${file}:${line}`,
    });
  }
  if (isJsonObject(parsed.value)) return parsed.value;
  throw new KitError('pact-unreadable', 'a pact must be a JSON object', { where: `${file}:1` });
}

function specificationVersion(pact: JsonObject): number {
  const metadata = isJsonObject(pact.metadata) ? pact.metadata : {};
  const version = [metadata.pactSpecification, metadata['pact-specification']].find(isJsonObject)?.version;
  return Number.parseInt(String(version ?? metadata.pactSpecificationVersion ?? '2'), 10);
}

function participantName(participant: Json | undefined): string {
  return isJsonObject(participant) && typeof participant.name === 'string' ? participant.name : 'unnamed';
}

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** A pact fetched from an http(s) URL. */
interface FetchedPact {
  /** Without the query, which may contain a key. */
  readonly name: string;
  readonly text: string;
  /** Content-Type of the response. */
  readonly contentType: string | undefined;
}

/** Sends only headers that the user configured; follows redirects only within one origin. Throws `pact-unreadable`. */
async function fetchPact(location: string, headersForUrl: HeadersForUrl = () => ({})): Promise<FetchedPact> {
  const url = URL.parse(location);
  // Shown without the part before the @, which is probably a password.
  if (url === null) throw unreadableError(location.replace(/[?#].*|\/\/[^/]*@/gs, '...'), 'is not a URL');
  if (url.username !== '' || url.password !== '')
    throw unreadableError(
      redactedUrl(url),
      'the URL contains a user name or password; pacts are fetched without credentials',
    );
  const name = redactedUrl(url);
  const { body, contentType } = await fetchFollowingRedirects({ url, name, headersForUrl }, MAX_REDIRECTS);
  try {
    return { name, contentType, text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch (cause) {
    throw unreadableError(name, 'the response is not UTF-8', cause);
  }
}

interface RedirectStep {
  readonly url: URL;
  readonly name: string;
  readonly headersForUrl: HeadersForUrl;
}

async function fetchFollowingRedirects(step: RedirectStep, redirectsLeft: number): Promise<HttpResponse> {
  const { url, name, headersForUrl } = step;
  const headers = { accept: 'application/hal+json, application/json', ...headersForUrl(url) };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const response = await sendHttpRequest({ url, method: 'GET', headers, ...limits }).catch((cause: unknown) => {
    throw unreadableError(name, cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (response.status === 200) return response;
  if (response.location === undefined || response.status < 300 || response.status > 399)
    throw unreadableError(name, `the server responds with ${response.status}`);
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
    `the server redirects to ${next === null ? 'an invalid URL' : next.origin}; only redirects within its origin are followed`,
  );
}

function unreadableError(name: string, reason: string, cause?: unknown): KitError {
  return new KitError('pact-unreadable', `${name}: ${reason}`, cause === undefined ? {} : { cause });
}

const TIMEOUT_MS = 20_000;

const MAX_BYTES = 20_000_000;

const MAX_REDIRECTS = 5;
