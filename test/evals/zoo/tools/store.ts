import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isObject, type Json, JsonNumber, type JsonObject, parseJson } from '../json.ts';
import { handlers, type OperationId } from './handlers.ts';
import { type LoanListQuery, type QueryPairs, readQuery, type ToolListQuery } from './query.ts';
import { problemResponse, ToolProblem, type ToolResponse, type ToolViolation } from './response.ts';
import { findRoute, type ToolRoute } from './routes.ts';
import { emptyLibrary, firstId, type LibraryState, type Member, type Tool, type ToolLoan } from './state.ts';
import { type BodyCheck, createChecker, type EnforcesRule } from './validation.ts';

/** A request that found its operation. */
export interface ToolRequest {
  readonly operation: OperationId;
  readonly message: IncomingMessage;
  /** What stands in the variable parts of the path, decoded. */
  readonly pathValues: readonly string[];
  readonly query: QueryPairs;
}

/** Names of headers, in lower case, and what has to stand in one of them. */
export type AcceptedKeys = Readonly<Record<string, string>>;

/** The stages of an exchange, in the order they run; a variant replaces some of them. */
export interface ToolStoreBehavior {
  /** Wraps the whole exchange: delays, memories, failures that do not depend on what was asked. */
  wrapExchange(message: IncomingMessage, respond: () => Promise<ToolResponse>): Promise<ToolResponse>;
  readQuery(text: string): QueryPairs;
  /** Any one of the credentials is sufficient. */
  isAuthorized(incoming: ToolRequest, acceptedKeys: AcceptedKeys): boolean;
  /** Whether a rule of the contract is kept; their names stand where they are asked for. */
  enforces(rule: string, operation: OperationId): boolean;
  isMediaType(given: string, wanted: string): boolean;
  parse(text: string): Json;
  /** What becomes of a body before it is looked at. */
  prepare(body: Json, operation: OperationId): Json;
  nextId(state: LibraryState): bigint;
  /** What of a valid body is kept. */
  fieldsOf(body: JsonObject, operation: OperationId): JsonObject;
  saveTool(state: LibraryState, tool: Tool): void;
  findTool(state: LibraryState, id: bigint): Tool | undefined;
  replaceTool(tool: Tool, body: JsonObject): Tool;
  patchTool(tool: Tool, patch: JsonObject): Tool;
  removeTool(state: LibraryState, tool: Tool): void;
  filterTools(tools: readonly Tool[], wanted: ToolListQuery, isLent: (tool: Tool) => boolean): readonly Tool[];
  pageOfTools(tools: readonly Tool[], wanted: ToolListQuery): readonly Tool[];
  loansOf(state: LibraryState, tool: Tool): readonly ToolLoan[];
  pageOfLoans(loans: readonly ToolLoan[], wanted: LoanListQuery): readonly ToolLoan[];
  findLoan(state: LibraryState, tool: Tool, id: string): ToolLoan | undefined;
  endLoan(state: LibraryState, loan: ToolLoan): void;
  locationOf(tool: Tool): string;
  showTool(tool: Tool, isLent: boolean): JsonObject;
  showLoan(loan: ToolLoan): JsonObject;
  showMember(member: Member): JsonObject;
  respondToProblem(problem: ToolProblem, operation: OperationId | undefined): ToolResponse;
  /** The last look at an answer, be it good or bad. */
  transformResponse(reply: ToolResponse, incoming: ToolRequest): ToolResponse;
}

/** By the contract in every point; where it is silent, the common choice. */
export const rightToolStore: ToolStoreBehavior = {
  wrapExchange: (_message, respond) => respond(),
  readQuery,
  isAuthorized: ({ message }, acceptedKeys) =>
    Object.entries(acceptedKeys).some(([header, key]) => message.headers[header] === key),
  enforces: () => true,
  isMediaType,
  parse: parseJson,
  prepare: (body) => body,
  nextId: (state) => firstId + 2n * state.createdTools,
  fieldsOf,
  saveTool: (state, tool) => void state.tools.set(tool.id, tool),
  findTool: ({ tools }, id) => tools.get(id),
  replaceTool: (tool, fields) => ({ ...tool, fields }),
  patchTool: (tool, patch) => ({ ...tool, fields: merged(tool.fields, patch) }),
  removeTool: (state, { id }) => {
    state.tools.delete(id);
    for (const loan of state.loans.values()) if (loan.toolId === id) state.loans.delete(loan.id);
  },
  filterTools: select,
  pageOfTools: (tools, { offset, limit }) => tools.slice(offset, offset + limit),
  loansOf: ({ loans }, { id }) => [...loans.values()].filter(({ toolId }) => toolId === id),
  pageOfLoans: (loans, { limit }) => loans.slice(0, limit),
  findLoan: ({ loans }, tool, id) => {
    const loan = loans.get(id);
    return loan?.toolId === tool.id ? loan : undefined;
  },
  endLoan: ({ loans }, { id }) => void loans.delete(id),
  locationOf: ({ id }) => `/tools/${id}`,
  showTool: ({ id, fields, createdAt }, isLent) => ({
    id: new JsonNumber(id),
    ...fields,
    status: isLent ? 'lent' : 'available',
    createdAt,
  }),
  showLoan: ({ id, toolId, fields }) => ({ id, toolId: new JsonNumber(toolId), ...fields }),
  showMember: ({ id, since, fields: { pin: _secret, ...shown } }) => ({ id, memberSince: since, ...shown }),
  respondToProblem: problemResponse,
  transformResponse: (reply) => reply,
};

/** What an operation works with. */
export interface ToolContext extends ToolRequest {
  readonly store: ToolStoreBehavior;
  readonly state: LibraryState;
  readonly enforces: EnforcesRule;
  /** The body, when it has the media type and keeps the rules. */
  body(check: BodyCheck, type?: string): Promise<JsonObject>;
}

export function createToolExchange(store: ToolStoreBehavior): (message: IncomingMessage) => Promise<ToolResponse> {
  const state = emptyLibrary();
  return (message) => store.wrapExchange(message, () => handleRequest({ store, state }, message));
}

type Library = Pick<ToolContext, 'store' | 'state'>;

async function handleRequest({ store, state }: Library, message: IncomingMessage): Promise<ToolResponse> {
  let route: ToolRoute | undefined;
  try {
    const [path = '', query = ''] = splitOnce(message.url ?? '');
    route = findRoute(message.method ?? '', path);
    const { operation, pathValues, acceptedKeys } = route;
    const incoming = { operation, message, pathValues, query: [] };
    if (acceptedKeys !== undefined && !store.isAuthorized(incoming, acceptedKeys))
      throw new ToolProblem(401, 'A valid key is required.');
    const full = { ...incoming, query: store.readQuery(query) };
    const enforces: EnforcesRule = (rule) => store.enforces(rule, operation);
    const context = { ...full, store, state, enforces, body: bodyReader(store, full) };
    return store.transformResponse(await handlers[operation](context), full);
  } catch (error) {
    const problem = error instanceof ToolProblem ? error : new ToolProblem(500, 'Something went wrong.');
    const reply = store.respondToProblem(problem, route?.operation);
    if (problem.status === 405) return { ...reply, headers: { ...reply.headers, allow: problem.message } };
    return route === undefined
      ? reply
      : store.transformResponse(reply, {
          operation: route.operation,
          message,
          pathValues: route.pathValues,
          query: [],
        });
  }
}

function splitOnce(target: string): readonly string[] {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(target) ?? [];
  return [path, query];
}

function bodyReader(store: ToolStoreBehavior, { operation, message }: ToolRequest): ToolContext['body'] {
  return async (check, type = 'application/json') => {
    const bytes = await readBytes(message);
    if (!store.isMediaType(message.headers['content-type'] ?? '', type))
      throw new ToolProblem(415, `The body has to be sent as ${type}.`);
    const body = store.prepare(parsed(store, bytes), operation);
    const violations: ToolViolation[] = [];
    check(
      body,
      createChecker((rule) => store.enforces(rule, operation), violations),
    );
    if (violations.length > 0) throw new ToolProblem(422, 'The body is not valid.', violations);
    return asObject(body);
  };
}

const largestBody = 4 * 1024 * 1024;

async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // What is too much is still read, so that the client gets to see the answer.
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) throw new ToolProblem(413, 'The body is larger than 4 MiB.');
  return Buffer.concat(chunks);
}

function parsed(store: ToolStoreBehavior, bytes: Buffer): Json {
  try {
    return store.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    const message = 'The body is not JSON in UTF-8.';
    throw new ToolProblem(400, message, [{ pointer: '', message }]);
  }
}

/** Only what a variant lets through is no object here. */
function asObject(body: Json): JsonObject {
  return isObject(body) ? body : {};
}

function isMediaType(given: string, wanted: string): boolean {
  const [type = '', ...parameters] = given.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith('charset='));
  return type.trim() === wanted && (charset === undefined || /^charset="?(utf-?8|us-ascii)"?$/.test(charset));
}

/** What is read-only is the store's own. */
function fieldsOf(body: JsonObject, operation: OperationId): JsonObject {
  if (operation !== 'createMember') return body;
  const { id: _id, memberSince: _since, ...fields } = body;
  return fields;
}

/** RFC 7396; what may be changed has no members of its own but in lists, which are replaced. */
function merged(fields: JsonObject, patch: JsonObject): JsonObject {
  const all = Object.entries({ ...fields, ...patch });
  return Object.fromEntries(all.filter(([name]) => !Object.hasOwn(patch, name) || patch[name] !== null));
}

export function priceOf({ fields }: Tool): number {
  const price = fields.priceCents;
  return price instanceof JsonNumber ? Number(price.source) : 0;
}

function select(
  tools: readonly Tool[],
  { status, kinds, from = 0, to = Infinity, sort }: ToolListQuery,
  isLent: (tool: Tool) => boolean,
): readonly Tool[] {
  const chosen = tools.filter(
    (tool) =>
      (status === undefined || isLent(tool) === (status === 'lent')) &&
      (kinds === undefined || kinds.some((kind) => kind === tool.fields.kind)) &&
      priceOf(tool) >= from &&
      priceOf(tool) <= to,
  );
  const direction = sort.startsWith('-') ? -1 : 1;
  const order = (a: Tool, b: Tool) =>
    sort.endsWith('id') ? Number(a.id > b.id) - Number(a.id < b.id) : priceOf(a) - priceOf(b);
  return chosen.toSorted((a, b) => direction * order(a, b));
}

export function etagOf(shown: JsonObject): string {
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)}"`;
}

export function newUuid(): string {
  return randomUUID();
}
