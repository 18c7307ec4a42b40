import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isObject, type Json, JsonNumber, type JsonObject, parseJson } from '../json.ts';
import { type Check, checkerOf, type Keeps } from './complaints.ts';
import { handlers, type OperationId } from './handlers.ts';
import { type LoansWanted, type Query, readQuery, type Wanted } from './query.ts';
import { type Complaint, Problem, problemReply, type Reply } from './reply.ts';
import { type Route, routeOf } from './routes.ts';
import { emptyShelf, firstId, type Loan, type Member, type Shelf, type Tool } from './shelf.ts';

/** A request that found its operation. */
export interface Incoming {
  readonly operation: OperationId;
  readonly message: IncomingMessage;
  /** What stands in the variable parts of the path, decoded. */
  readonly names: readonly string[];
  readonly query: Query;
}

/** Names of headers, in lower case, and what has to stand in one of them. */
export type Doors = Readonly<Record<string, string>>;

/** The stages of an exchange, in the order they run; a variant replaces some of them. */
export interface Behaviour {
  /** Wraps the whole exchange: delays, memories, failures that do not depend on what was asked. */
  around(message: IncomingMessage, answer: () => Promise<Reply>): Promise<Reply>;
  readQuery(text: string): Query;
  /** Any one of the doors is enough. */
  mayEnter(incoming: Incoming, doors: Doors): boolean;
  /** Whether a rule of the contract is kept; their names stand where they are asked for. */
  keeps(rule: string, operation: OperationId): boolean;
  isMediaType(given: string, wanted: string): boolean;
  parse(text: string): Json;
  /** What becomes of a body before it is looked at. */
  prepare(body: Json, operation: OperationId): Json;
  nextId(shelf: Shelf): bigint;
  /** What of a valid body is kept. */
  fieldsOf(body: JsonObject, operation: OperationId): JsonObject;
  keep(shelf: Shelf, tool: Tool): void;
  find(shelf: Shelf, id: bigint): Tool | undefined;
  replaced(tool: Tool, body: JsonObject): Tool;
  changed(tool: Tool, patch: JsonObject): Tool;
  remove(shelf: Shelf, tool: Tool): void;
  select(tools: readonly Tool[], wanted: Wanted, isLent: (tool: Tool) => boolean): readonly Tool[];
  page(tools: readonly Tool[], wanted: Wanted): readonly Tool[];
  loansOf(shelf: Shelf, tool: Tool): readonly Loan[];
  pageOfLoans(loans: readonly Loan[], wanted: LoansWanted): readonly Loan[];
  findLoan(shelf: Shelf, tool: Tool, id: string): Loan | undefined;
  endLoan(shelf: Shelf, loan: Loan): void;
  addressOf(tool: Tool): string;
  showTool(tool: Tool, isLent: boolean): JsonObject;
  showLoan(loan: Loan): JsonObject;
  showMember(member: Member): JsonObject;
  answerProblem(problem: Problem, operation: OperationId | undefined): Reply;
  /** The last look at an answer, be it good or bad. */
  finish(reply: Reply, incoming: Incoming): Reply;
}

/** By the contract in every point; where it is silent, the common choice. */
export const rightStore: Behaviour = {
  around: (_message, answer) => answer(),
  readQuery,
  mayEnter: ({ message }, doors) =>
    Object.entries(doors).some(([header, key]) => message.headers[header] === key),
  keeps: () => true,
  isMediaType,
  parse: parseJson,
  prepare: (body) => body,
  nextId: (shelf) => firstId + 2n * shelf.tick,
  fieldsOf,
  keep: (shelf, tool) => void shelf.tools.set(tool.id, tool),
  find: ({ tools }, id) => tools.get(id),
  replaced: (tool, fields) => ({ ...tool, fields }),
  changed: (tool, patch) => ({ ...tool, fields: merged(tool.fields, patch) }),
  remove: (shelf, { id }) => {
    shelf.tools.delete(id);
    for (const loan of shelf.loans.values()) if (loan.toolId === id) shelf.loans.delete(loan.id);
  },
  select,
  page: (tools, { offset, limit }) => tools.slice(offset, offset + limit),
  loansOf: ({ loans }, { id }) => [...loans.values()].filter(({ toolId }) => toolId === id),
  pageOfLoans: (loans, { limit }) => loans.slice(0, limit),
  findLoan: ({ loans }, tool, id) => {
    const loan = loans.get(id);
    return loan?.toolId === tool.id ? loan : undefined;
  },
  endLoan: ({ loans }, { id }) => void loans.delete(id),
  addressOf: ({ id }) => `/tools/${id}`,
  showTool: ({ id, fields, createdAt }, isLent) => ({
    id: new JsonNumber(id),
    ...fields,
    status: isLent ? 'lent' : 'available',
    createdAt,
  }),
  showLoan: ({ id, toolId, fields }) => ({ id, toolId: new JsonNumber(toolId), ...fields }),
  showMember: ({ id, since, fields: { pin: _secret, ...shown } }) => ({ id, memberSince: since, ...shown }),
  answerProblem: problemReply,
  finish: (reply) => reply,
};

/** What an operation works with. */
export interface Context extends Incoming {
  readonly store: Behaviour;
  readonly shelf: Shelf;
  readonly keeps: Keeps;
  /** The body, when it has the media type and keeps the rules. */
  body(check: Check, type?: string): Promise<JsonObject>;
}

export function exchange(store: Behaviour): (message: IncomingMessage) => Promise<Reply> {
  const shelf = emptyShelf();
  return (message) => store.around(message, () => answer({ store, shelf }, message));
}

type Library = Pick<Context, 'store' | 'shelf'>;

async function answer({ store, shelf }: Library, message: IncomingMessage): Promise<Reply> {
  let route: Route | undefined;
  try {
    const [path = '', query = ''] = splitOnce(message.url ?? '');
    route = routeOf(message.method ?? '', path);
    const { operation, names, doors } = route;
    const incoming = { operation, message, names, query: [] };
    if (doors !== undefined && !store.mayEnter(incoming, doors))
      throw new Problem(401, 'A valid key is required.');
    const full = { ...incoming, query: store.readQuery(query) };
    const keeps: Keeps = (rule) => store.keeps(rule, operation);
    const context = { ...full, store, shelf, keeps, body: bodyReader(store, full) };
    return store.finish(await handlers[operation](context), full);
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(500, 'Something went wrong.');
    const reply = store.answerProblem(problem, route?.operation);
    if (problem.status === 405) return { ...reply, headers: { ...reply.headers, allow: problem.message } };
    return route === undefined
      ? reply
      : store.finish(reply, { operation: route.operation, message, names: route.names, query: [] });
  }
}

function splitOnce(target: string): readonly string[] {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(target) ?? [];
  return [path, query];
}

function bodyReader(store: Behaviour, { operation, message }: Incoming): Context['body'] {
  return async (check, type = 'application/json') => {
    const bytes = await readBytes(message);
    if (!store.isMediaType(message.headers['content-type'] ?? '', type))
      throw new Problem(415, `The body has to be sent as ${type}.`);
    const body = store.prepare(parsed(store, bytes), operation);
    const complaints: Complaint[] = [];
    check(
      body,
      checkerOf((rule) => store.keeps(rule, operation), complaints),
    );
    if (complaints.length > 0) throw new Problem(422, 'The body is not valid.', complaints);
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
  if (size > largestBody) throw new Problem(413, 'The body is larger than 4 MiB.');
  return Buffer.concat(chunks);
}

function parsed(store: Behaviour, bytes: Buffer): Json {
  try {
    return store.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    const message = 'The body is not JSON in UTF-8.';
    throw new Problem(400, message, [{ pointer: '', message }]);
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
  { status, kinds, from = 0, to = Infinity, sort }: Wanted,
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

export function tagOf(shown: JsonObject): string {
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)}"`;
}

export function newUuid(): string {
  return randomUUID();
}
