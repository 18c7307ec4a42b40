/**
 * Records whose name in the path follows their content, such as a slug of the title: a write may give them another one.
 * From then on, the requests about them have the new name in their path.
 */
import { percentEncode } from '../../../sanitize.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { declaredTypes } from '../../../spec/model/schema-view.ts';
import { findOperation } from '../../../spec/resources/operations.ts';
import { findPathParameter, parameterNames, splitPath, toPathText } from '../../../spec/resources/path-templates.ts';
import { findResourceByItem } from '../../../spec/resources/resources.ts';
import { type Exchange, isSuccess, type SentRequest, statusOf } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import { createIdentifierTarget, type IdentifierTarget, identifyRecord } from '../stateful/model/identify-record.ts';
import {
  findAfterChange,
  isNameless,
  type SearchResult,
  type SendRequest,
  type SentChange,
} from './nameless-changes.ts';
import { lastSegment, readRequest, withoutQuery } from './read-request.ts';

export interface RenamedRecords {
  /** The request, with the current names of renamed records in its path. */
  locate(request: SentRequest): SentRequest;
  /**
   * The exchange, with the new name of the record if it has renamed it: then the record is not found under the name
   * that was sent.
   */
  follow(sent: SentWrite, exchange: Exchange, send: SendRequest): Promise<Exchange>;
  hasRenamed(operation: Operation): boolean;
}

interface SentWrite {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
}

interface NamelessChange {
  readonly change: SentChange;
  searches: number;
  result: SearchResult | undefined;
}

const MAX_SEARCHES = 3;

export function createRenamedRecords(contract: Contract): RenamedRecords {
  /** The URLs of records, by their former ones. */
  const urls = new Map<string, string>();
  /** The paths of the operations that have renamed records. */
  const renamingPaths = new Set<string>();
  /** By the URLs of their records. */
  const nameless = new Map<string, NamelessChange>();
  const targetOf = memoize((item: Operation) => renameTarget(contract, item));
  return {
    hasRenamed: ({ path, method }) => isChange(method) && renamingPaths.has(path),
    locate(request) {
      const url = currentUrl(request.url);
      return url === request.url ? request : { ...request, url };
    },
    follow,
  };

  async function follow(sent: SentWrite, exchange: Exchange, send: SendRequest): Promise<Exchange> {
    if (nameless.size > 0 && isMissing(exchange)) return followNameless(sent, exchange, send);
    if (!isSuccess(statusOf(exchange) ?? 0)) return exchange;
    const { operation, requestSpec } = sent;
    if (exchange.request.method === 'DELETE') nameless.delete(withoutQuery(exchange));
    if (operation.method === 'POST' && urls.size > 0) forgetFormerName(sent, exchange);
    const target = isChange(operation.method) ? targetOf(operation) : undefined;
    if (target === undefined) return exchange;
    const change = { ...sent, exchange, target };
    if (isNameless(change)) nameless.set(withoutQuery(exchange), { change, searches: 0, result: undefined });
    const renamedTo = newName(sent, exchange, target);
    if (renamedTo === undefined) return exchange;
    const isKnown = renamingPaths.has(operation.path) || followsContent(renamedTo, requestSpec.value);
    const url = withoutQuery(exchange);
    // Any other server is asked for nothing more.
    if (!isKnown || !isMissing(await send(readRequest(exchange.request, url)))) return exchange;
    rename(url, renamedTo, operation);
    return { ...exchange, renamedTo };
  }

  function rename(url: string, name: string, { path }: Operation): void {
    const newUrl = `${url.slice(0, url.lastIndexOf('/'))}/${percentEncode(name)}`;
    urls.delete(newUrl);
    urls.set(url, newUrl);
    renamingPaths.add(path);
  }

  /** A request about a record that is not found any more since its last change, whose response did not name it. */
  async function followNameless(sent: SentWrite, exchange: Exchange, send: SendRequest): Promise<Exchange> {
    const url = withoutQuery(exchange);
    const [former, found] = nameless.entries().find(([one]) => url === one || url.startsWith(`${one}/`)) ?? [];
    if (former === undefined || found === undefined) return exchange;
    // A list may show the change late.
    if (found.searches++ < MAX_SEARCHES) found.result = await findAfterChange(contract, found.change, send);
    const { result, change } = found;
    if (typeof result !== 'object') return result === undefined ? exchange : { ...exchange, afterChange: result };
    nameless.delete(former);
    rename(former, result.renamedTo, change.operation);
    const request = { ...exchange.request, url: currentUrl(exchange.request.url) };
    return { renamedTo: result.renamedTo, ...(await follow(sent, await send(request), send)) };
  }

  function currentUrl(url: string): string {
    for (const [former, current] of urls) {
      const rest = url.slice(former.length);
      if (url.startsWith(former) && (rest === '' || /^[/?]/.test(rest))) return currentUrl(`${current}${rest}`);
    }
    return url;
  }

  /** A new record may get a name that another one had. */
  function forgetFormerName({ operation, requestSpec }: SentWrite, exchange: Exchange): void {
    const item = contract.operations.find(
      ({ method, path }) => isChange(method) && splitPath(path).collection === operation.path,
    );
    const target = item && targetOf(item);
    const created = target && identifyRecord({ operation, requestSpec, exchange }, target)?.value;
    if (created !== undefined) urls.delete(`${withoutQuery(exchange)}/${percentEncode(toPathText(created))}`);
  }
}

function isChange(method: string): boolean {
  return method === 'PUT' || method === 'PATCH';
}

/** Undefined unless the name is a text that the implementation chooses, and the record can be read under it. */
function renameTarget(contract: Contract, operation: Operation): IdentifierTarget | undefined {
  const { path } = operation;
  const { collection, isItem } = splitPath(path);
  const parameter = findPathParameter(operation, parameterNames(path).length - 1);
  const isRead = findOperation(contract, 'GET', path) !== undefined;
  const isCreated = findOperation(contract, 'POST', collection) !== undefined;
  if (!isItem || parameter?.schema === undefined || !isRead || !isCreated) return undefined;
  if (!declaredTypes(parameter.schema).has('string') || parameter.schema.format === 'uuid') return undefined;
  const idName = findResourceByItem(contract, path)?.idName;
  return createIdentifierTarget(contract.operations, { item: path, parameter, idName });
}

/** Another name in the response than in the path; the checks report one that the body does not allow. */
function newName(
  { operation, requestSpec }: SentWrite,
  exchange: Exchange,
  target: IdentifierTarget,
): string | undefined {
  const identified = identifyRecord({ operation, requestSpec, exchange }, target);
  const name = identified?.value;
  if (identified?.isConfirmed !== true || typeof name !== 'string') return undefined;
  const former = lastSegment(withoutQuery(exchange));
  return former === undefined || former.toLowerCase() === name.toLowerCase() ? undefined : name;
}

/** Whether the name contains a word of the sent body. */
function followsContent(name: string, value: Json | undefined): boolean {
  const words = wordsOf(name);
  const sent = scalarsIn(value).flatMap(wordsOf);
  return words.some((word) => word.length >= MIN_WORD && sent.includes(word));
}

const MIN_WORD = 3;

function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function scalarsIn(value: Json | undefined): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(scalarsIn);
  if (isJsonObject(value)) return Object.values(value).flatMap(scalarsIn);
  return value === undefined || value === null ? [] : [String(value)];
}

/** Not found any more, or moved. */
function isMissing(read: Exchange): boolean {
  return [301, 302, 307, 308, 404, 410].includes(statusOf(read) ?? 0);
}
