/** A small implementation of documents.yaml, which are uploaded as multipart forms: correct, or with overrides. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export const documents = await loadContract('test/fixtures/conformance/stateful/documents.yaml');

const formSchema = documents.operations.find(({ id }) => id === 'addDocument')?.requestBody?.content[0]?.schema;

export interface UploadedPart {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface StoredDocument {
  readonly id: number;
  readonly title: string;
  readonly facts: Json;
  readonly scan: UploadedPart;
}

/** How an implementation differs from the correct one. */
export interface DocumentOverrides {
  /** What is kept of the file. */
  keepFile?(file: UploadedPart): UploadedPart;
  keepFacts?(facts: JsonObject): Json;
  /** What is validated of the JSON part. */
  checkedFacts?(facts: JsonObject): Json;
  show?(shown: JsonObject, document: StoredDocument): JsonObject;
  /** The bytes that are read; undefined while they cannot be. */
  readContent?(document: StoredDocument): Buffer | undefined;
  select?(all: readonly StoredDocument[], query: URLSearchParams): readonly StoredDocument[];
  sort?(selected: readonly StoredDocument[], sort: string): readonly StoredDocument[];
  /** The list as CSV. */
  writeTable?(rows: readonly (readonly string[])[]): string;
  /** A cache that ignores Range. */
  readonly keepsPart?: boolean;
  /** Looks at the body before it is read. */
  rejects?(body: Buffer): boolean;
}

export async function startDocumentStore(onEnd: OnTestEnd, overrides: DocumentOverrides = {}): Promise<string> {
  const all: StoredDocument[] = [];
  const kept = new Map<string, SentContent>();
  const { readContent = ({ scan }) => scan.content, select = matchingQuery, sort = bySize } = overrides;
  const shown = (document: StoredDocument) => {
    const usual = show(document);
    return overrides.show?.(usual, document) ?? usual;
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
    const respond = (status: number, body?: Json) =>
      response
        .writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' })
        .end(body === undefined ? '' : stringifyJson(body));
    const [, id, content] = /^\/documents\/(\d+)(\/content)?$/.exec(pathname) ?? [];
    if (id === undefined && pathname !== '/documents') return respond(404);
    const isPost = request.method === 'POST' && id === undefined;
    if (!isPost && request.method !== 'GET') {
      response.setHeader('Allow', id === undefined ? 'GET, POST' : 'GET');
      return respond(405);
    }
    if (isPost) {
      const added = await addDocument(request, all.length + 1, overrides);
      if (added === undefined) return respond(400);
      all.push(added);
      return respond(201, shown(added));
    }
    if (id === undefined) return listDocuments(searchParams, respond, asTable(request, response));
    const document = all.find((one) => one.id === Number(id));
    if (document === undefined) return respond(404);
    if (content === undefined) return respond(200, shown(document));
    const bytes = readContent(document);
    if (bytes === undefined) return respond(409);
    const isFirst = request.headers.range === 'bytes=0-0' && bytes.length > 0;
    const sent = (overrides.keepsPart === true ? kept.get(pathname) : undefined) ?? { isFirst, bytes };
    kept.set(pathname, sent);
    return sendContent(response, document.scan.type, sent);
  });
  return startTestServer(server, onEnd);

  function asTable({ headers }: IncomingMessage, response: ServerResponse) {
    if (!headers.accept?.startsWith('text/csv')) return undefined;
    return (page: readonly JsonObject[]) => {
      const rows = page.map((shown) => TABLE_COLUMNS.map((name) => String(shown[name])));
      const text = (overrides.writeTable ?? writeTable)([TABLE_COLUMNS, ...rows]);
      return response.writeHead(200, { 'Content-Type': 'text/csv' }).end(text);
    };
  }

  function listDocuments(
    query: URLSearchParams,
    respond: (status: number, body?: Json) => unknown,
    respondWithTable: ((page: readonly JsonObject[]) => unknown) | undefined,
  ) {
    if (!isValidQuery(query)) return respond(400);
    const sorted = sort(select(all, query), query.get('sort') ?? '');
    const offset = Number(query.get('offset') ?? 0);
    const page = sorted.slice(offset, offset + Number(query.get('limit') ?? 50)).map(shown);
    return respondWithTable === undefined ? respond(200, page) : respondWithTable(page);
  }
}

interface SentContent {
  /** The first byte alone. */
  readonly isFirst: boolean;
  readonly bytes: Buffer;
}

function sendContent(response: ServerResponse, type: string, { isFirst, bytes }: SentContent) {
  const range = isFirst ? { 'Content-Range': `bytes 0-0/${bytes.length}` } : {};
  return response
    .writeHead(isFirst ? 206 : 200, { 'Content-Type': type, ...range })
    .end(isFirst ? bytes.subarray(0, 1) : bytes);
}

const TABLE_COLUMNS = ['id', 'title', 'mediaType', 'size'];

/** RFC 4180 */
function writeTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoteIfNeeded).join(',')}\r\n`).join('');
}

export function quoteIfNeeded(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

async function addDocument(
  request: IncomingMessage,
  id: number,
  { keepFile = (file) => file, keepFacts = (facts) => facts, checkedFacts = keepAll, rejects }: DocumentOverrides,
): Promise<StoredDocument | undefined> {
  const bytes = await readBody(request);
  if (rejects?.(bytes) === true) return undefined;
  const form = await readForm(bytes, request.headers['content-type'] ?? '');
  const [scan, title, facts] = ['scan', 'title', 'facts'].map((name) => form?.get(name));
  if (form === undefined || !(scan instanceof File) || !(facts instanceof Blob || typeof facts === 'string'))
    return undefined;
  const parsed = parseJson(typeof facts === 'string' ? facts : await facts.text());
  if (!parsed.ok || !isJsonObject(parsed.value) || typeof title !== 'string') return undefined;
  const others = [...form.keys()].filter((name) => !['scan', 'title', 'facts'].includes(name));
  const value = { scan: '', title, facts: checkedFacts(parsed.value) };
  if (others.length > 0 || formSchema === undefined || !isValid(formSchema, value, 'request')) return undefined;
  if (!['application/octet-stream', 'image/png'].includes(scan.type)) return undefined;
  const file = { name: scan.name, type: scan.type, content: Buffer.from(await scan.arrayBuffer()) };
  return { id, title, facts: keepFacts(parsed.value), scan: keepFile(file) };
}

function keepAll(facts: JsonObject): Json {
  return facts;
}

async function readForm(body: Buffer, type: string): Promise<FormData | undefined> {
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData();
  } catch {
    return undefined;
  }
}

function show({ id, title, facts, scan: { name, type, content } }: StoredDocument): JsonObject {
  const sha256 = createHash('sha256').update(content).digest('base64');
  return { id, title, facts, name, mediaType: type, size: content.length, sha256 };
}

function matchingQuery(all: readonly StoredDocument[], query: URLSearchParams): readonly StoredDocument[] {
  const [from, to] = ['from', 'to'].map((side) => query.get(`size[${side}]`));
  return all.filter(
    ({ scan: { type, content } }) =>
      type === (query.get('mediaType') ?? type) &&
      content.length >= Number(from ?? 0) &&
      content.length <= Number(to ?? content.length),
  );
}

function bySize(documentsToSort: readonly StoredDocument[], sort: string): readonly StoredDocument[] {
  if (sort === '') return documentsToSort;
  const direction = sort.startsWith('-') ? -1 : 1;
  return documentsToSort.toSorted((a, b) => direction * (a.scan.content.length - b.scan.content.length));
}

function isValidQuery(query: URLSearchParams): boolean {
  const isNumber = (name: string) => /^\d{1,9}$/.test(query.get(name) ?? '0');
  return (
    ['limit', 'offset', 'size[from]', 'size[to]'].every(isNumber) &&
    Number(query.get('limit') ?? 1) > 0 &&
    Number(query.get('limit') ?? 1) <= 50 &&
    /^(?:-?size)?$/.test(query.get('sort') ?? '') &&
    /^(?:application\/octet-stream|image\/png)$/.test(query.get('mediaType') ?? 'image/png')
  );
}
