import { isObject, type Json, JsonNumber, type JsonObject, parseJson } from '../../json.ts';
import { describeProblem, jsonToolResponse, problemResponse, ToolProblem, type ToolResponse } from '../response.ts';
import type { ToolStoreBehavior } from '../store.ts';
import { basic } from '../variant.ts';

const shape = ['body-matches-schema'];
const header = ['headers-declared'];
const media = ['media-type-declared'];

/** Successes of another form than the contract says. */
export const wrongToolResponses = basic([
  {
    name: 'creates-with-200',
    description: 'It returns 200 where 201 is declared.',
    operations: ['createTool', 'lendTool'],
    foundBy: media,
    behavior: () => finishing((reply) => (reply.status === 201 ? { ...reply, status: 200 } : reply)),
  },
  {
    name: 'removes-with-200-and-a-message',
    description: 'It returns a DELETE with 200 and a message where 204 is declared.',
    operations: ['removeTool'],
    foundBy: media,
    behavior: () =>
      finishing((reply) => (reply.status === 204 ? jsonToolResponse(200, { message: 'removed' }) : reply)),
  },
  {
    name: 'shows-null-for-what-is-not-there',
    description: 'It writes null for every property that a tool has not, allowed or not.',
    operations: ['createTool', 'readTool'],
    foundBy: shape,
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => ({
        ...Object.fromEntries(['weight', 'checkedAt', 'power', 'parts', 'labels'].map((name) => [name, null])),
        ...showTool(tool, isLent),
      }),
    }),
  },
  {
    name: 'shows-ids-as-texts',
    description: 'It writes int64 as texts, as protobuf does.',
    operations: ['readTool', 'createTool'],
    foundBy: shape,
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ ...showTool(tool, isLent), id: String(tool.id) }),
    }),
  },
  {
    name: 'shows-id-of-tool-as-text-in-loans',
    description: 'It writes the id of another resource as a text.',
    operations: ['lendTool'],
    foundBy: shape,
    behavior: ({ showLoan }) => ({
      showLoan: (loan) => ({ ...showLoan(loan), toolId: String(loan.toolId) }),
    }),
  },
  {
    name: 'shows-local-time',
    description: 'It writes times without their offset.',
    operations: ['createTool'],
    foundBy: shape,
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => ({
        ...showTool(tool, isLent),
        createdAt: tool.createdAt.replace('T', ' ').replace(/\..*/, ''),
      }),
    }),
  },
  {
    name: 'shows-links',
    description: 'It adds a member that unevaluatedProperties forbids.',
    operations: ['readTool', 'listTools'],
    foundBy: shape,
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ ...showTool(tool, isLent), _links: { self: `/tools/${tool.id}` } }),
    }),
  },
  {
    name: 'shows-status-of-its-own',
    description: 'It shows a status in upper case, as its enum is in the code.',
    operations: ['readTool'],
    foundBy: shape,
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ ...showTool(tool, isLent), status: isLent ? 'LENT' : 'AVAILABLE' }),
    }),
  },
  {
    name: 'shows-size-as-object',
    description: 'It makes an object of a tuple, as its class has it.',
    operations: ['createTool'],
    foundBy: shape,
    behavior: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ ...showTool(tool, isLent), size: { length: new JsonNumber(1) } }),
    }),
  },
  {
    name: 'shows-pin',
    description: 'It returns write-only properties.',
    operations: ['createMember', 'readMember'],
    foundBy: ['write-only-is-hidden'],
    behavior: ({ showMember }) => ({
      showMember: (member) => {
        const { pin } = member.fields;
        return { ...showMember(member), ...(pin === undefined ? {} : { pin }) };
      },
    }),
  },
  {
    name: 'drops-kind-of-contact',
    description: 'It returns a contact without its discriminator property.',
    operations: ['lendTool'],
    foundBy: shape,
    behavior: ({ showLoan }) => ({ showLoan: (loan) => withoutKind(showLoan(loan)) }),
  },
  {
    name: 'leaves-out-next-that-is-null',
    description: 'It omits what is null, required or not.',
    operations: ['listLoans'],
    foundBy: shape,
    behavior: () => finishing((reply, body) => (body.next === null ? rewritten(reply, without(body, 'next')) : reply)),
  },
  {
    name: 'lists-null-for-nothing',
    description: 'It writes null for an empty list, as a nil slice of Go.',
    operations: ['listLoans'],
    foundBy: shape,
    behavior: () =>
      finishing((reply, body) =>
        Array.isArray(body.items) && body.items.length === 0 ? rewritten(reply, { ...body, items: null }) : reply,
      ),
  },
  {
    name: 'has-lunch-break',
    description: 'It has four times on a day where the contract has two.',
    operations: ['readHours'],
    foundBy: shape,
    behavior: () =>
      finishing((reply) =>
        reply.status === 200 ? { ...reply, body: reply.body?.replaceAll('"18:30"', '"12:00","13:00","18:30"') } : reply,
      ),
  },
  {
    name: 'caches-as-it-likes',
    description: 'It sends a Cache-Control of its framework.',
    operations: ['readHours'],
    foundBy: header,
    behavior: () => finishing((reply) => withHeader(reply, 'cache-control', 'no-cache')),
  },
  {
    name: 'forgets-total-count',
    description: 'It lacks a header that is required.',
    operations: ['listTools'],
    foundBy: header,
    behavior: () => finishing((reply) => withoutHeader(reply, 'x-total-count')),
  },
  {
    name: 'counts-in-words',
    description: 'It gives a rate limit in words where an integer is declared.',
    operations: ['listTools'],
    foundBy: header,
    behavior: () => finishing((reply) => withHeader(reply, 'ratelimit-remaining', 'unlimited')),
  },
  {
    name: 'forgets-location',
    description: 'It does not say where the loan is.',
    operations: ['lendTool'],
    foundBy: header,
    behavior: () => finishing((reply) => withoutHeader(reply, 'location')),
  },
  {
    name: 'forgets-quotes-of-etag',
    description: 'It sends an ETag without quotes.',
    operations: ['readTool'],
    foundBy: header,
    behavior: () =>
      finishing((reply) =>
        reply.headers.etag === undefined ? reply : withHeader(reply, 'etag', reply.headers.etag.replaceAll('"', '')),
      ),
  },
  {
    name: 'forgets-etag-after-patch',
    description: 'It sends an ETag when a tool is read, and none when it is changed.',
    operations: ['changeTool'],
    foundBy: header,
    behavior: () =>
      finishing((reply, _body, operation) => (operation === 'changeTool' ? withoutHeader(reply, 'etag') : reply)),
  },
]);

/** Refusals of another form than the contract says. */
export const wrongProblems = basic([
  {
    name: 'sends-problems-as-json',
    description: 'It sends problems as application/json.',
    operations: ['createMember'],
    foundBy: media,
    behavior: () => ({
      respondToProblem: (problem) => withHeader(problemResponse(problem), 'content-type', 'application/json'),
    }),
  },
  {
    name: 'leaves-out-errors',
    description: 'It reports that a body is wrong, but not where.',
    operations: ['createTool'],
    foundBy: shape,
    behavior: () => describing((described) => without(described, 'errors')),
  },
  {
    name: 'writes-status-as-text',
    description: 'It writes the status of a problem as a text.',
    operations: ['changeTool'],
    foundBy: shape,
    behavior: () => describing((described, { status }) => ({ ...described, status: String(status) })),
  },
  {
    name: 'writes-status-200-in-problem',
    description: 'It writes a status into the problem that no problem has.',
    operations: ['lendTool'],
    foundBy: shape,
    behavior: () => describing((described) => ({ ...described, status: new JsonNumber(200) })),
  },
  {
    name: 'has-blanks-in-type',
    description: 'It has words where a URI is declared.',
    operations: ['listTools'],
    foundBy: shape,
    behavior: () => describing((described) => ({ ...described, type: 'about a wrong request' })),
  },
  {
    name: 'points-nowhere',
    description: 'It has null for the place of an error.',
    operations: ['lendTool'],
    foundBy: shape,
    behavior: () =>
      describing((described, { violations = [] }) => ({
        ...described,
        errors: violations.map((violation) => ({ ...violation, pointer: null })),
      })),
  },
  {
    name: 'rejects-key-without-title',
    description: 'It has a problem of another making for what happens before its own code.',
    operations: ['listLoans', 'readTool'],
    foundBy: shape,
    behavior: () => describing((described, { status }) => (status === 401 ? without(described, 'title') : described)),
  },
  {
    name: 'rejects-with-200',
    description: 'It returns 200 with the problem as the body.',
    operations: ['createMember'],
    foundBy: ['invalid-rejected'],
    behavior: () => ({
      respondToProblem: (problem) =>
        problem.status === 422 ? jsonToolResponse(200, describeProblem(problem)) : problemResponse(problem),
    }),
  },
  {
    name: 'fails-on-broken-json',
    description: 'It returns broken JSON with 500 and the stack.',
    operations: ['lendTool'],
    foundBy: ['no-server-error'],
    behavior: () => ({
      respondToProblem: (problem) =>
        problem.status === 400 ? stack('SyntaxError: Unexpected token') : problemResponse(problem),
    }),
  },
  {
    name: 'fails-on-what-is-no-object',
    description: 'It reads members of whatever the body is, and fails on null and lists.',
    operations: ['createMember'],
    foundBy: ['no-server-error'],
    behavior: () => ({
      prepare: (body) => {
        if (!isObject(body)) throw new ToolProblem(500, 'TypeError: cannot read properties');
        return body;
      },
    }),
  },
  {
    name: 'shows-null-for-unknown-tool',
    description: 'It returns 200 with null where 404 is declared.',
    operations: ['readTool'],
    foundBy: shape,
    behavior: () => ({
      respondToProblem: (problem, operation) =>
        problem.status === 404 && operation === 'readTool' ? jsonToolResponse(200, null) : problemResponse(problem),
    }),
  },
  {
    name: 'sends-page-for-unknown-tool',
    description: 'It returns 404 with the HTML page of its framework.',
    operations: ['readTool', 'removeTool'],
    foundBy: media,
    behavior: () => ({
      respondToProblem: (problem) =>
        problem.status === 404
          ? {
              status: 404,
              headers: { 'content-type': 'text/html; charset=utf-8' },
              body: '<h1>Not found</h1>',
            }
          : problemResponse(problem),
    }),
  },
  {
    name: 'fails-on-unknown-member',
    description: 'It reads a member that does not exist, and returns 500.',
    operations: ['readMember'],
    foundBy: ['no-server-error'],
    behavior: () => ({
      respondToProblem: (problem) => (problem.status === 404 ? stack('TypeError: null') : problemResponse(problem)),
    }),
  },
]);

function stack(message: string): ToolResponse {
  const body = `${message}\n    at handle (/srv/app/tools.js:41:17)`;
  return { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

type Finish = (reply: ToolResponse, body: JsonObject, operation: string) => ToolResponse;

/** The body is empty where it is no object. */
function finishing(change: Finish): Partial<ToolStoreBehavior> {
  return { transformResponse: (reply, { operation }) => change(reply, bodyOf(reply), operation) };
}

function bodyOf({ body, status }: ToolResponse): JsonObject {
  const value: Json = body === undefined || status >= 400 ? null : parseJson(body);
  return isObject(value) ? value : {};
}

type Describe = (described: JsonObject, problem: ToolProblem) => JsonObject;

function describing(change: Describe): Partial<ToolStoreBehavior> {
  return {
    respondToProblem: (problem) => ({
      ...problemResponse(problem),
      body: JSON.stringify(change(describeProblem(problem), problem)),
    }),
  };
}

function rewritten(reply: ToolResponse, body: JsonObject): ToolResponse {
  return { ...reply, body: JSON.stringify(body) };
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function withHeader(reply: ToolResponse, name: string, value: string): ToolResponse {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}

function withoutHeader(reply: ToolResponse, name: string): ToolResponse {
  const headers = Object.entries(reply.headers).filter(([key]) => key !== name);
  return { ...reply, headers: Object.fromEntries(headers) };
}

function withoutKind(loan: JsonObject): JsonObject {
  const { borrower } = loan;
  if (borrower === undefined || !isObject(borrower)) return loan;
  const { contact } = borrower;
  if (contact === undefined || !isObject(contact)) return loan;
  return { ...loan, borrower: { ...borrower, contact: without(contact, 'by') } };
}
