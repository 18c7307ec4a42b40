import { isObject, type Json, JsonNumber, type JsonObject, parseJson } from '../../json.ts';
import { describeProblem, jsonReply, Problem, problemReply, type Reply } from '../reply.ts';
import type { Behaviour } from '../store.ts';
import { basic } from '../variant.ts';

const shape = ['body-matches-schema'];
const header = ['headers-declared'];
const media = ['media-type-declared'];

/** Successes of another form than the contract says. */
export const wrongAnswers = basic([
  {
    name: 'creates-with-200',
    what: 'It answers 200 where 201 is declared.',
    at: ['createTool', 'lendTool'],
    foundBy: media,
    behaviour: () => finishing((reply) => (reply.status === 201 ? { ...reply, status: 200 } : reply)),
  },
  {
    name: 'removes-with-200-and-a-message',
    what: 'It answers a DELETE with 200 and a message where 204 is declared.',
    at: ['removeTool'],
    foundBy: media,
    behaviour: () =>
      finishing((reply) => (reply.status === 204 ? jsonReply(200, { message: 'removed' }) : reply)),
  },
  {
    name: 'shows-null-for-what-is-not-there',
    what: 'It writes null for every property that a tool has not, allowed or not.',
    at: ['createTool', 'readTool'],
    foundBy: shape,
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => ({
        ...Object.fromEntries(
          ['weight', 'checkedAt', 'power', 'parts', 'labels'].map((name) => [name, null]),
        ),
        ...showTool(tool, isLent),
      }),
    }),
  },
  {
    name: 'shows-ids-as-texts',
    what: 'It writes int64 as texts, as protobuf does.',
    at: ['readTool', 'createTool'],
    foundBy: shape,
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ ...showTool(tool, isLent), id: String(tool.id) }),
    }),
  },
  {
    name: 'shows-id-of-tool-as-text-in-loans',
    what: 'It writes the id of another resource as a text.',
    at: ['lendTool'],
    foundBy: shape,
    behaviour: ({ showLoan }) => ({
      showLoan: (loan) => ({ ...showLoan(loan), toolId: String(loan.toolId) }),
    }),
  },
  {
    name: 'shows-local-time',
    what: 'It writes times without their offset.',
    at: ['createTool'],
    foundBy: shape,
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => ({
        ...showTool(tool, isLent),
        createdAt: tool.createdAt.replace('T', ' ').replace(/\..*/, ''),
      }),
    }),
  },
  {
    name: 'shows-links',
    what: 'It adds a member that unevaluatedProperties forbids.',
    at: ['readTool', 'listTools'],
    foundBy: shape,
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ ...showTool(tool, isLent), _links: { self: `/tools/${tool.id}` } }),
    }),
  },
  {
    name: 'shows-status-of-its-own',
    what: 'It shows a status in capitals, as its enum is in the code.',
    at: ['readTool'],
    foundBy: shape,
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ ...showTool(tool, isLent), status: isLent ? 'LENT' : 'AVAILABLE' }),
    }),
  },
  {
    name: 'shows-size-as-object',
    what: 'It makes an object of a tuple, as its class has it.',
    at: ['createTool'],
    foundBy: shape,
    behaviour: ({ showTool }) => ({
      showTool: (tool, isLent) => ({ ...showTool(tool, isLent), size: { length: new JsonNumber(1) } }),
    }),
  },
  {
    name: 'shows-pin',
    what: 'It shows what is write-only.',
    at: ['createMember', 'readMember'],
    foundBy: ['write-only-is-hidden'],
    behaviour: ({ showMember }) => ({
      showMember: (member) => {
        const { pin } = member.fields;
        return { ...showMember(member), ...(pin === undefined ? {} : { pin }) };
      },
    }),
  },
  {
    name: 'drops-kind-of-contact',
    what: 'It writes a contact without the property that tells which of the alternatives it is.',
    at: ['lendTool'],
    foundBy: shape,
    behaviour: ({ showLoan }) => ({ showLoan: (loan) => withoutKind(showLoan(loan)) }),
  },
  {
    name: 'leaves-out-next-that-is-null',
    what: 'It leaves out what is null, required or not.',
    at: ['listLoans'],
    foundBy: shape,
    behaviour: () =>
      finishing((reply, body) => (body.next === null ? rewritten(reply, without(body, 'next')) : reply)),
  },
  {
    name: 'lists-null-for-nothing',
    what: 'It writes null for an empty list, as a nil slice of Go.',
    at: ['listLoans'],
    foundBy: shape,
    behaviour: () =>
      finishing((reply, body) =>
        Array.isArray(body.items) && body.items.length === 0
          ? rewritten(reply, { ...body, items: null })
          : reply,
      ),
  },
  {
    name: 'has-lunch-break',
    what: 'It has four times on a day where the contract has two.',
    at: ['readHours'],
    foundBy: shape,
    behaviour: () =>
      finishing((reply) =>
        reply.status === 200
          ? { ...reply, body: reply.body?.replaceAll('"18:30"', '"12:00","13:00","18:30"') }
          : reply,
      ),
  },
  {
    name: 'caches-as-it-likes',
    what: 'It sends a Cache-Control of its framework.',
    at: ['readHours'],
    foundBy: header,
    behaviour: () => finishing((reply) => withHeader(reply, 'cache-control', 'no-cache')),
  },
  {
    name: 'forgets-total-count',
    what: 'It lacks a header that is required.',
    at: ['listTools'],
    foundBy: header,
    behaviour: () => finishing((reply) => withoutHeader(reply, 'x-total-count')),
  },
  {
    name: 'counts-in-words',
    what: 'It gives a rate limit in words where an integer is declared.',
    at: ['listTools'],
    foundBy: header,
    behaviour: () => finishing((reply) => withHeader(reply, 'ratelimit-remaining', 'unlimited')),
  },
  {
    name: 'forgets-location',
    what: 'It does not say where the loan is.',
    at: ['lendTool'],
    foundBy: header,
    behaviour: () => finishing((reply) => withoutHeader(reply, 'location')),
  },
  {
    name: 'forgets-quotes-of-etag',
    what: 'It sends an ETag without quotes.',
    at: ['readTool'],
    foundBy: header,
    behaviour: () =>
      finishing((reply) =>
        reply.headers.etag === undefined
          ? reply
          : withHeader(reply, 'etag', reply.headers.etag.replaceAll('"', '')),
      ),
  },
  {
    name: 'forgets-etag-after-patch',
    what: 'It sends an ETag when a tool is read, and none when it is changed.',
    at: ['changeTool'],
    foundBy: header,
    behaviour: () =>
      finishing((reply, _body, operation) =>
        operation === 'changeTool' ? withoutHeader(reply, 'etag') : reply,
      ),
  },
]);

/** Refusals of another form than the contract says. */
export const wrongProblems = basic([
  {
    name: 'sends-problems-as-json',
    what: 'It sends problems as application/json.',
    at: ['createMember'],
    foundBy: media,
    behaviour: () => ({
      answerProblem: (problem) => withHeader(problemReply(problem), 'content-type', 'application/json'),
    }),
  },
  {
    name: 'leaves-out-errors',
    what: 'It says that a body is wrong, and not where.',
    at: ['createTool'],
    foundBy: shape,
    behaviour: () => describing((described) => without(described, 'errors')),
  },
  {
    name: 'writes-status-as-text',
    what: 'It writes the status of a problem as a text.',
    at: ['changeTool'],
    foundBy: shape,
    behaviour: () => describing((described, { status }) => ({ ...described, status: String(status) })),
  },
  {
    name: 'writes-status-200-in-problem',
    what: 'It writes a status into the problem that no problem has.',
    at: ['lendTool'],
    foundBy: shape,
    behaviour: () => describing((described) => ({ ...described, status: new JsonNumber(200) })),
  },
  {
    name: 'has-blanks-in-type',
    what: 'It has words where a URI is declared.',
    at: ['listTools'],
    foundBy: shape,
    behaviour: () => describing((described) => ({ ...described, type: 'about a wrong request' })),
  },
  {
    name: 'points-nowhere',
    what: 'It has null for the place of an error.',
    at: ['lendTool'],
    foundBy: shape,
    behaviour: () =>
      describing((described, { complaints = [] }) => ({
        ...described,
        errors: complaints.map((complaint) => ({ ...complaint, pointer: null })),
      })),
  },
  {
    name: 'refuses-key-without-title',
    what: 'It has a problem of another making for what happens before its own code.',
    at: ['listLoans', 'readTool'],
    foundBy: shape,
    behaviour: () =>
      describing((described, { status }) => (status === 401 ? without(described, 'title') : described)),
  },
  {
    name: 'refuses-with-200',
    what: 'It answers 200 with the problem as the body.',
    at: ['createMember'],
    foundBy: ['invalid-rejected'],
    behaviour: () => ({
      answerProblem: (problem) =>
        problem.status === 422 ? jsonReply(200, describeProblem(problem)) : problemReply(problem),
    }),
  },
  {
    name: 'fails-on-broken-json',
    what: 'It answers broken JSON with 500 and the stack.',
    at: ['lendTool'],
    foundBy: ['no-server-error'],
    behaviour: () => ({
      answerProblem: (problem) =>
        problem.status === 400 ? stack('SyntaxError: Unexpected token') : problemReply(problem),
    }),
  },
  {
    name: 'fails-on-what-is-no-object',
    what: 'It reads members of whatever the body is, and fails on null and lists.',
    at: ['createMember'],
    foundBy: ['no-server-error'],
    behaviour: () => ({
      prepare: (body) => {
        if (!isObject(body)) throw new Problem(500, 'TypeError: cannot read properties');
        return body;
      },
    }),
  },
  {
    name: 'shows-null-for-unknown-tool',
    what: 'It answers 200 with null where 404 is declared.',
    at: ['readTool'],
    foundBy: shape,
    behaviour: () => ({
      answerProblem: (problem, operation) =>
        problem.status === 404 && operation === 'readTool' ? jsonReply(200, null) : problemReply(problem),
    }),
  },
  {
    name: 'sends-page-for-unknown-tool',
    what: 'It answers 404 with the HTML page of its framework.',
    at: ['readTool', 'removeTool'],
    foundBy: media,
    behaviour: () => ({
      answerProblem: (problem) =>
        problem.status === 404
          ? {
              status: 404,
              headers: { 'content-type': 'text/html; charset=utf-8' },
              body: '<h1>Not found</h1>',
            }
          : problemReply(problem),
    }),
  },
  {
    name: 'fails-on-unknown-member',
    what: 'It reads a member that is not there, and answers 500.',
    at: ['readMember'],
    foundBy: ['no-server-error'],
    behaviour: () => ({
      answerProblem: (problem) => (problem.status === 404 ? stack('TypeError: null') : problemReply(problem)),
    }),
  },
]);

function stack(message: string): Reply {
  const body = `${message}\n    at handle (/srv/app/tools.js:41:17)`;
  return { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

type Finish = (reply: Reply, body: JsonObject, operation: string) => Reply;

/** The body is empty where it is no object. */
function finishing(change: Finish): Partial<Behaviour> {
  return { finish: (reply, { operation }) => change(reply, bodyOf(reply), operation) };
}

function bodyOf({ body, status }: Reply): JsonObject {
  const value: Json = body === undefined || status >= 400 ? null : parseJson(body);
  return isObject(value) ? value : {};
}

type Describe = (described: JsonObject, problem: Problem) => JsonObject;

function describing(change: Describe): Partial<Behaviour> {
  return {
    answerProblem: (problem) => ({
      ...problemReply(problem),
      body: JSON.stringify(change(describeProblem(problem), problem)),
    }),
  };
}

function rewritten(reply: Reply, body: JsonObject): Reply {
  return { ...reply, body: JSON.stringify(body) };
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}

function withoutHeader(reply: Reply, name: string): Reply {
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
