/** For every check: a response that passes it, and responses that fail it, as exchanges that were never sent. */

import { createCheckContext } from '../../contracts/conformance/checking/run-checks.ts';
import type { Check } from '../../contracts/conformance/checks/check.ts';
import type { Exchange } from '../../contracts/conformance/model/exchange.ts';
import type { ListQuery } from '../../contracts/conformance/model/list-query.ts';
import type { Expectation, RequestSpec } from '../../contracts/conformance/model/request-spec.ts';
import type { ExpectedState, KnownRecord, SentAction } from '../../contracts/conformance/model/sequence.ts';
import type { CaseFacts } from '../../contracts/conformance/model/test-case.ts';
import { getProperty, parseBody } from '../../contracts/conformance/stateful/model/response-records.ts';
import { isJsonArray, type Json, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { listBody, listQueries } from './list-query-samples.ts';
import { plantStoreContract } from './support.ts';

/** The record that was created, seen or deleted. */
type ExpectedStateName =
  | 'record'
  | 'changed'
  | 'nothing'
  | 'rejection'
  | 'listed'
  | 'rewritten'
  | 'unlisted'
  | 'elsewhere'
  | 'written elsewhere'
  | 'deleted elsewhere'
  | 'nothing below'
  | 'held'
  | 'unheld'
  | 'cached'
  | 'part'
  | 'acted'
  | 'excluded'
  | 'conflict'
  | 'new'
  | 'replaced'
  | 'hidden'
  | 'unlisted for other'
  | 'refused'
  | 'kept'
  | 'unchanged';

export interface CheckSample {
  readonly expectation?: Expectation;
  readonly sent?: Json;
  readonly sentType?: string;
  /** Where it is not the JSON of what was sent. */
  readonly sentText?: string;
  readonly status?: number;
  readonly type?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly encoding?: 'utf8' | 'latin1';
  readonly failure?: string;
  /** What came after the answer. */
  readonly after?: string;
  readonly sendMode?: CaseFacts['sendMode'];
  /** It repeats an idempotency key, with this body. */
  readonly repetition?: 'same' | 'other';
  /** What the requests before it on the connection were answered. */
  readonly earlier?: readonly number[];
  readonly contract?: 'headers' | 'messages' | 'lending' | 'members' | 'invoices' | 'clubs';
  readonly operation?: string;
  /** The state that the sequence expects. */
  readonly expectedState?: ExpectedStateName;
  /** Where it is not that of the operation. */
  readonly method?: string;
  readonly path?: string;
  readonly category?: string;
  readonly topic?: string;
  /** Where a value of ours stands for what only the implementation may set. */
  readonly imposed?: RequestSpec['readOnlyPath'];
  /** What was asked of a list. */
  readonly query?: ListQuery;
}

const sent = { id: 1, name: 'Boston fern', tag: 'fern' };
const plant = '{"name":"Boston fern","tag":"fern"}';
export const error = '{"error":1,"message":"no"}';

const unknownUser = {
  contract: 'lending',
  operation: 'readUser',
  category: 'unknown-identifiers',
  expectation: 'unspecified',
} as const;

/** A record that a sequence created with the default request of these samples. */
const known = recordOf(operationOf({}));
const seen: KnownRecord = { ...known, lastShown: exchangeOf({}, operationOf({})) };
const tagged = [['ETag', '"1"']] as const;
/** It was read with an ETag, and replaced with the default request. */
const changed: KnownRecord = {
  ...known,
  lastShown: exchangeOf(
    { method: 'GET', headers: tagged, body: '{"id":1,"name":"Moss","tag":"fern"}' },
    operationOf({}),
  ),
};
/** It had another name before. */
const rewritten: KnownRecord = {
  ...seen,
  writes: [...rewrittenFrom('Moss'), ...known.writes],
  lastShown: exchangeOf({ body: '{"id":1,"name":"Boston fern","tag":"fern"}' }, operationOf({})),
};
const part: CheckSample = {
  expectedState: 'part',
  expectation: 'unspecified',
  status: 206,
  headers: [['Content-Range', `bytes 0-1/${plant.length}`]],
};
const removed: KnownRecord = { ...known, removal: known.lastShown };
const member = { contract: 'members', operation: 'readMember' } as const;
const imposing: CheckSample = {
  contract: 'members',
  operation: 'createMember',
  expectation: 'unspecified',
  status: 201,
  sent: { id: '7', name: 'Ann' },
  imposed: ['id'],
};
const invoice = { contract: 'invoices', operation: 'createInvoice', status: 201, sent: { lines: [] } } as const;
const again: CheckSample = {
  contract: 'messages',
  operation: 'moved',
  expectation: 'unspecified',
  expectedState: 'rejection',
};

interface SamplesOfCheck {
  readonly passes: CheckSample;
  readonly fails: readonly CheckSample[];
}

/** For every check: a response that passes it, and responses that each fail it. */
export const checkSamples: Readonly<Record<string, SamplesOfCheck>> = {
  'created-id-is-unique': {
    passes: { expectedState: 'new', status: 201, sent: { name: 'Moss' }, body: '{"id":2,"name":"Moss"}' },
    fails: [{ expectedState: 'new', status: 201, sent: { name: 'Moss' }, body: '{"id":1,"name":"Moss"}' }],
  },
  'idempotency-key-respected': {
    passes: { repetition: 'same', earlier: [200] },
    fails: [
      { repetition: 'same', earlier: [200], body: '{"name":"Moss"}' },
      { repetition: 'same', earlier: [200], status: 409, sendMode: { kind: 'preceded', buildRequests: () => [] } },
    ],
  },
  'created-is-found': {
    passes: { expectedState: 'record' },
    fails: [404, 410].map((status) => ({
      status,
      body: error,
      expectedState: 'record',
    })),
  },
  'read-returns-written': {
    passes: { expectedState: 'record' },
    fails: ['{"name":"Boston","tag":"fern"}', '{"tag":"fern"}', '{"id":2,"name":"Boston fern"}'].map((body) => ({
      body,
      expectedState: 'record',
    })),
  },
  'list-has-created': {
    passes: { body: '[{"id":"1"}]', expectedState: 'listed' },
    fails: ['[]', '[{"id":2}]'].map((body) => ({ body, expectedState: 'listed' })),
  },
  'list-shows-written': {
    passes: { body: '[{"id":1,"name":"Boston..."}]', expectedState: 'rewritten' },
    fails: [{ body: '[{"id":1,"name":"Moss"}]', expectedState: 'rewritten' }],
  },
  'etag-changes': {
    passes: { expectedState: 'changed', method: 'GET', headers: [['ETag', '"2"']] },
    fails: [{ expectedState: 'changed', method: 'GET', headers: tagged }],
  },
  'if-match-respected': {
    passes: { expectedState: 'unheld', expectation: 'unspecified', status: 412, body: error },
    fails: [
      { expectedState: 'unheld', expectation: 'unspecified' },
      { expectedState: 'held', status: 412, body: error },
    ],
  },
  'if-none-match-respected': {
    passes: { expectedState: 'cached', expectation: 'unspecified', status: 304, headers: tagged },
    fails: [
      { expectedState: 'cached', expectation: 'unspecified', headers: tagged },
      { expectedState: 'cached', expectation: 'unspecified', status: 304 },
    ],
  },
  'range-respected': {
    passes: { ...part, body: plant.slice(0, 2) },
    fails: [
      { ...part, body: plant.slice(0, 3) },
      { ...part, body: plant.slice(1, 3) },
      { ...part, status: 200, body: plant.slice(0, 2) },
      { method: 'GET', status: 206, headers: [['Content-Range', 'bytes 0-0/7']], body: '{' },
    ],
  },
  'deleted-not-found': {
    passes: { body: '[{"id":2}]', expectedState: 'unlisted' },
    fails: [
      { body: '[{"id":1}]', expectedState: 'unlisted' },
      { expectedState: 'nothing' },
      { expectedState: 'nothing below', expectation: 'unspecified', status: 201 },
    ],
  },
  'scoped-to-parent': {
    passes: { body: '{"name":"another","tag":"fern"}', expectedState: 'elsewhere' },
    fails: [
      { expectedState: 'elsewhere' },
      { expectedState: 'written elsewhere', expectation: 'unspecified' },
      { expectedState: 'deleted elsewhere', expectation: 'unspecified', status: 404, body: error },
    ],
  },
  'scoped-to-user': {
    passes: { expectedState: 'hidden', expectation: 'unspecified', body: '{"name":"another","tag":"fern"}' },
    fails: [
      { expectedState: 'hidden', expectation: 'unspecified' },
      { expectedState: 'unlisted for other', expectation: 'unspecified', body: `[${plant}]` },
      { expectedState: 'refused', expectation: 'unspecified', status: 204, body: '' },
      { expectedState: 'kept', expectation: 'unspecified', status: 404, body: error },
      { expectedState: 'unchanged', expectation: 'unspecified', body: '{"name":"Moss of another","tag":"fern"}' },
    ],
  },
  'conflicting-action-rejected': {
    passes: { expectedState: 'conflict', body: '{"name":"draft"}' },
    fails: [
      { expectedState: 'conflict', body: '{"name":"placed"}' },
      { expectedState: 'excluded', expectation: 'unspecified' },
    ],
  },
  'action-changes-state': {
    passes: { expectedState: 'acted', body: '{"name":"placed","tag":"fern"}' },
    fails: [
      { expectedState: 'acted', body: '{"name":"draft","tag":"fern"}' },
      { expectedState: 'acted', body: '{"name":"placed"}' },
      { expectedState: 'acted', status: 404, body: error },
    ],
  },
  'deleted-once': {
    passes: { ...again, status: 404, body: '{}' },
    fails: [{ ...again, status: 200, body: '{}' }],
  },
  'unknown-not-found': {
    passes: { ...unknownUser, status: 404, body: '{"message":"no"}' },
    fails: [
      { ...unknownUser, body: '{"id":7,"name":"Nobody"}' },
      { ...unknownUser, operation: 'removeUser', method: 'DELETE', status: 204, body: '' },
    ],
  },
  'limit-respected': {
    passes: { query: listQueries.two, body: listBody(1, 2) },
    fails: [{ query: listQueries.two, body: listBody(1, 2, 3) }],
  },
  'pages-complete': {
    passes: { query: listQueries.pages, body: listBody(3, 2, 1) },
    fails: [
      { query: listQueries.overlapping, body: listBody(1, 2, 3) },
      { query: listQueries.gapped, body: listBody(1, 2, 3) },
      { query: listQueries.madeUp, body: listBody(6, 7) },
    ],
  },
  'filter-respected': {
    passes: { query: listQueries.open, body: listBody({ status: 'Open' }, {}, { status: null }) },
    fails: [
      { query: listQueries.open, body: listBody({ status: 'open' }, { status: 'shut' }) },
      { query: listQueries.fern, body: listBody({ label: 'Boston Fern' }, { label: 'moss' }) },
      { query: listQueries.leftOut, body: listBody({ status: 'open' }) },
      { query: listQueries.free, body: listBody({ stock: 0 }, { stock: 1 }) },
    ],
  },
  'sort-respected': {
    passes: { query: listQueries.byStock, body: listBody({ stock: 9 }, { stock: 9 }, {}, { stock: 10 }) },
    fails: [
      { query: listQueries.byStock, body: listBody({ stock: 10 }, { stock: 9 }) },
      { query: listQueries.byStockDown, body: listBody({ stock: 9 }, { stock: 10 }) },
    ],
  },
  'page-taken-last': {
    passes: { query: listQueries.cheapest, body: listBody({ stock: 9 }, { stock: 10 }) },
    fails: [
      { query: listQueries.cheapest, body: listBody({ stock: 8 }, { stock: 9 }) },
      { query: listQueries.none, body: listBody(1) },
    ],
  },
  'total-consistent': {
    passes: { query: listQueries.pages, body: listBody(1, 2, 3) },
    fails: [{ query: listQueries.pages, body: '{"items":[{"id":1},{"id":2}],"total":1}' }],
  },
  'response-arrives': { passes: {}, fails: [{ failure: 'no complete response within 10 ms' }] },
  'no-trailing-data': {
    passes: { sendMode: { kind: 'watched' } },
    fails: [
      { sendMode: { kind: 'watched' }, after: 'bytes without a response' },
      { sendMode: { kind: 'watched' }, after: 'a second response', expectation: 'unspecified', status: 404 },
    ],
  },
  'credentials-checked-first': {
    passes: { expectation: 'deny', status: 401, earlier: [401] },
    fails: [
      { expectation: 'deny', status: 400, body: error, earlier: [401] },
      { expectation: 'deny', status: 415, earlier: [403] },
    ],
  },
  'headers-well-formed': {
    passes: { headers: [['Content-Length', '37']], type: 'application/json; charset="utf-8"; a=b;' },
    fails: [
      {
        headers: [
          ['Content-Length', '37'],
          ['Content-Length', '38'],
        ],
      },
      { headers: [['content-length', '37, 38']] },
      { headers: [['Content-Length', 'many']] },
      {
        headers: [
          ['Content-Length', '37'],
          ['Transfer-Encoding', 'chunked'],
        ],
      },
      { status: 204, body: '', headers: [['Transfer-Encoding', 'chunked']] },
      { type: 'json' },
      { type: 'application/json charset=utf-8' },
      { type: 'application/json, application/json' },
      { type: '' },
      { type: 'application/json; charset' },
      { headers: [['content-type', 'text/plain']] },
      { headers: [['content-type', 'application/json']] },
      { expectation: 'unspecified', status: 404, type: 'html' },
    ],
  },
  'no-server-error': {
    passes: { status: 400, body: error, expectation: 'reject' },
    fails: [{ status: 500 }, { status: 503 }],
  },
  'unauthorized-rejected': {
    passes: { expectation: 'deny', status: 401 },
    fails: [{ expectation: 'deny' }, { expectation: 'deny', status: 204, body: '' }],
  },
  'invalid-rejected': {
    passes: { expectation: 'reject', status: 400, body: error },
    fails: [
      { expectation: 'reject' },
      { expectation: 'reject', status: 202 },
      { contract: 'messages', operation: 'moved', expectation: 'reject', status: 303 },
      { contract: 'messages', operation: 'moved', expectation: 'reject', status: 304 },
    ],
  },
  'valid-accepted': { passes: {}, fails: [{ status: 400, body: error }, { status: 422 }] },
  'write-only-is-hidden': {
    passes: { ...member, body: '{"id":"7","name":"Ann","profile":{"motto":"on"}}' },
    fails: [
      { ...member, body: '{"id":"7","name":"Ann","pin":"1234","contacts":[{"mail":"a"}]}' },
      { ...member, body: '{"name":"Ann","contacts":[{"mail":"a"}],"id":"7","profile":{"hint":"x"}}' },
      { ...member, operation: 'listMembers', body: '[{"pin":"1234"}]' },
    ].map((sample) => ({
      ...sample,
      body: sample.body.replaceAll('"7"', '"9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384"'),
    })),
  },
  'read-only-is-kept': {
    passes: { ...imposing, body: '{"id":"8"}' },
    fails: [
      { ...imposing, body: '{"id":"7"}' },
      { ...imposing, body: '{"data":{"id":"7"}}' },
    ],
  },
  'status-declared': {
    passes: { expectation: 'deny', status: 403 },
    fails: [
      { status: 201 },
      { expectation: 'reject', status: 422 },
      { expectation: 'deny', status: 404 },
      { ...unknownUser, category: 'authentication', expectation: 'deny', status: 403 },
      { ...unknownUser, status: 410 },
      { ...unknownUser, status: 422 },
      { expectation: 'reject', status: 304 },
      { expectation: 'reject', status: 199 },
    ],
  },
  'no-redirect': {
    passes: { contract: 'messages', operation: 'moved', status: 303, body: '' },
    fails: [
      { expectation: 'deny', status: 302, headers: [['Location', '/login']] },
      { status: 301 },
      { status: 308 },
      { expectation: 'reject', status: 303 },
      { contract: 'messages', operation: 'moved', status: 307 },
    ],
  },
  'no-forbidden-body': {
    passes: { contract: 'messages', operation: 'gone', status: 204, type: null, body: '' },
    fails: [
      { contract: 'messages', operation: 'gone', status: 204, body: '{}' },
      {
        contract: 'messages',
        operation: 'gone',
        status: 204,
        body: '',
        headers: [['Content-Length', '2']],
      },
      { status: 205, body: 'x' },
      { status: 304, body: 'x' },
      { method: 'HEAD', body: 'x' },
    ],
  },
  'media-type-declared': {
    passes: {},
    fails: [
      { type: 'text/html' },
      { type: null },
      { type: 'application/problem+json' },
      { type: 'text/json; charset' },
      { ...unknownUser, status: 404, type: 'text/html', body: '<p>no such user' },
    ],
  },
  'content-encoding-accepted': { passes: {}, fails: [{ headers: [['Content-Encoding', 'gzip']] }] },
  'charset-is-utf-8': {
    passes: { type: 'Application/JSON; x=";charset=y"; Charset="UTF-8"' },
    fails: [
      { type: 'application/json; charset=iso-8859-1' },
      { type: 'application/json;charset="utf-16"' },
      { type: 'application/json; charset=us-ascii', body: '{"name":"é"}' },
      { type: 'text/html; charset=UTF-8', body: '<p>é</p>', encoding: 'latin1' },
    ],
  },
  'keys-are-unique': {
    passes: {},
    fails: [
      { body: '{"name":"x","name":"x"}' },
      { body: '{"name":"x","n\\u0061me":"y"}' },
      { body: '{"name":"x","more":[{"a":1},{"b":{"c":1,"d":{},"c":2}}]}' },
      { expectation: 'reject', status: 400, body: '{"error":1,"message":"no","error":2}' },
    ],
  },
  'body-is-json': {
    passes: {},
    fails: [{ body: `${plant} `.concat('x') }, { body: "{'name':'x'}" }, { body: '' }, { body: `\ufeff${plant}` }],
  },
  'body-is-xml': {
    passes: {
      type: 'text/xml; charset=utf-8',
      body: '<?xml version="1.0"?><plant id="1">é &amp; <![CDATA[<b>]]></plant>',
    },
    fails: [
      { type: 'application/xml', body: '' },
      { type: 'application/xml', body: plant },
      { type: 'text/xml', body: '<plant><name>fern</plant>' },
      { type: 'application/atom+xml', body: '<feed>this & that</feed>' },
      { type: 'application/xml', body: '<plant/><plant/>' },
      { type: 'application/xml', body: '<plant name=fern/>' },
      { type: 'application/xml', body: '<p:plant/>' },
      { type: 'application/xml', body: '<plant>é</plant>', encoding: 'latin1' },
      { expectation: 'reject', status: 400, type: 'application/problem+xml', body: '<problem>' },
    ],
  },
  'body-matches-schema': {
    passes: {},
    fails: [
      { body: '{"tag":"fern"}' },
      { body: '{"name":7}' },
      { body: '{"name":"x","tag":null}' },
      { body: '[]' },
      { expectation: 'reject', status: 400, body: '{"error":2147483648,"message":"no"}' },
      { expectation: 'reject', status: 400, body: '{"error":"1","message":"no"}' },
    ],
  },
  'created-is-echoed': {
    passes: {},
    fails: [
      { body: '{"name":"boston fern","tag":"fern"}' },
      { body: '{"name":"Boston fern"}' },
      { sent: { id: 1, name: 'Boston fern' } },
    ],
  },
  'value-as-described': {
    passes: {
      ...invoice,
      body: '{"status":"draft","lines":[{"quantity":2,"price":3},{"quantity":1,"price":4}],"total":10}',
    },
    fails: [
      { ...invoice, body: '{"status":"draft","lines":[{"quantity":2,"price":3},{"quantity":1,"price":4}],"total":7}' },
      { ...invoice, body: '{"status":"sent","lines":[],"total":0}' },
    ],
  },
  'headers-declared': {
    passes: { contract: 'headers', headers: [['X-Left', '3']] },
    fails: [{ contract: 'headers' }, { contract: 'headers', headers: [['X-Left', 'three']] }],
  },
  'challenge-present': {
    passes: { expectation: 'deny', status: 401, headers: [['WWW-Authenticate', 'Bearer']] },
    fails: [{ expectation: 'deny', status: 401 }],
  },
  'allow-present': {
    passes: { expectation: 'unspecified', method: 'PATCH', status: 405, headers: [['allow', '']] },
    fails: [
      { expectation: 'unspecified', method: 'PATCH', status: 405 },
      { status: 405 },
      { expectation: 'unspecified', method: 'PATCH', status: 405, headers: [['Allow', 'POST, PATCH']] },
      { expectation: 'unspecified', method: 'PATCH', status: 405, headers: [['Allow', 'GET, HEAD']] },
    ],
  },
  'framing-rejected': {
    passes: { category: 'connections', topic: 'framing', expectation: 'unspecified', status: 400, body: '' },
    fails: [{ category: 'connections', topic: 'framing', expectation: 'unspecified' }],
  },
  'upgrade-present': {
    passes: { expectation: 'unspecified', status: 426, headers: [['Upgrade', 'HTTP/3.0']] },
    fails: [{ expectation: 'unspecified', status: 426 }],
  },
  'no-stack-trace': {
    passes: { expectation: 'reject', status: 400, body: '{"error":1,"message":"cannot read plants.json:7"}' },
    fails: [
      {
        expectation: 'reject',
        status: 400,
        body: stringifyJson({
          error: 1,
          message:
            'TypeError: no name\n    at add (/app/plants.js:7:3)\n    at next (/app/node_modules/router/index.js:41:9)',
        }),
      },
      {
        expectation: 'reject',
        status: 500,
        type: 'text/plain',
        body: 'Traceback (most recent call last):\n  File "/app/plants.py", line 7, in add\n  File "/app/store.py", line 9, in put',
      },
    ],
  },
  'replaced-status': {
    passes: { contract: 'clubs', operation: 'putClub', expectedState: 'replaced', status: 200 },
    fails: [{ contract: 'clubs', operation: 'putClub', expectedState: 'replaced', status: 201 }],
  },
};

const fixture = (name: string) => loadContract(new URL(`../fixtures/conformance/${name}.yaml`, import.meta.url).href);
const fixtures = {
  headers: await fixture('headers'),
  messages: await fixture('messages'),
  lending: await fixture('lending'),
  members: await fixture('members'),
  invoices: await fixture('invoices'),
  clubs: await fixture('clubs'),
};

/** Empty if the check does not apply. */
export function findingsOf(check: Check, sample: CheckSample | undefined): readonly unknown[] {
  if (sample === undefined) throw new Error(`${check.id} has no sample`);
  const checkContext = checkContextFor(sample);
  return check.appliesTo(checkContext) ? check.violations(checkContext) : [];
}

export function violationsOf(check: Check | undefined, sample: CheckSample, tolerated: CaseFacts['tolerated'] = []) {
  if (check === undefined) throw new Error('no such check');
  return check.violations(checkContextFor(sample, tolerated));
}

function recordOf(operation: Operation): KnownRecord {
  const exchange = exchangeOf({}, operation);
  const requestSpec = {
    path: operation.path,
    headers: [['Content-Type', 'application/json'] as const],
    body: stringifyJson(sent),
    value: sent,
    credentials: 'right' as const,
  };
  return {
    pathValues: [1],
    idName: 'id',
    read: operation,
    remove: operation,
    isConfirmed: true,
    isStillShown: false,
    writes: [{ kind: 'create', operation, requestSpec, exchange }],
    lastShown: exchange,
  };
}

function rewrittenFrom(name: string): KnownRecord['writes'] {
  return known.writes.map((write) => ({
    ...write,
    requestSpec: { ...write.requestSpec, value: { ...sent, name } },
  }));
}

/** An action that leads from the name `draft` to `placed`. */
function sentAction(kind: SentAction['kind']): SentAction {
  const operation = operationOf({});
  const shown = (name: string) => exchangeOf({ body: stringifyJson({ name, tag: 'fern' }) }, operation);
  return {
    operation,
    requestSpec: { path: '/plants/1/place', headers: [], body: undefined, value: undefined, credentials: 'right' },
    exchange: shown('placed'),
    kind,
    property: 'name',
    reached: 'placed',
    before: shown('draft'),
    isControlled: true,
    isExcluded: false,
    otherResults: new Set(),
    keptNames: new Set(['tag']),
  };
}

function expectedStateOf(stateName: ExpectedStateName | undefined): ExpectedState | undefined {
  switch (stateName) {
    case 'record':
      return { expects: 'record', record: known };
    case 'changed':
      return { expects: 'record', record: changed };
    case 'rewritten':
      return listingOf(rewritten);
    case 'replaced':
      return { expects: 'replaced', record: known };
    case 'nothing':
      return { expects: 'nothing', record: removed };
    case 'rejection':
      return { expects: 'rejection', record: removed };
    case 'elsewhere':
      return { expects: 'absent below other parent', record: known };
    case 'written elsewhere':
      return { expects: 'absent below other parent', record: known, isWritten: true };
    case 'deleted elsewhere':
      return {
        expects: 'kept below own parent',
        record: known,
        deletion: exchangeOf({ status: 204 }, operationOf({})),
      };
    case 'nothing below':
      return { expects: 'nothing below', record: removed };
    case 'new':
      return newRecordNextTo(known);
    case 'held':
    case 'unheld':
      return { expects: 'if-match', condition: '"1"', holds: stateName === 'held', wasAccepted: false };
    case 'cached':
      return {
        expects: 'if-none-match',
        condition: '*',
        hasCurrent: true,
        shown: exchangeOf({ headers: tagged }, operationOf({})),
      };
    case 'part': {
      const whole = exchangeOf({}, operationOf({}));
      return { expects: 'range', whole, range: { kind: 'one', text: 'bytes=0-1', bytes: { first: 0, last: 1 } } };
    }
    case 'listed':
      return listingOf(seen);
    case 'acted':
      return { expects: 'action result', record: known, action: sentAction('accepted') };
    case 'conflict':
      return { expects: 'action result', record: known, action: sentAction('rejected') };
    case 'excluded':
      return { expects: 'action', record: known, property: 'name', state: 'draft', sentence: 'Only placed ones.' };
    case 'unlisted':
      return listingOf(removed);
    case 'hidden':
    case 'unlisted for other':
    case 'refused':
    case 'kept':
    case 'unchanged':
      return stateBetweenUsers(stateName);
    default:
      return undefined;
  }
}

/** The first user has the plant of these samples; the second one has sent another name, or a deletion. */
function stateBetweenUsers(
  stateName: 'hidden' | 'unlisted for other' | 'refused' | 'kept' | 'unchanged',
): ExpectedState {
  const rule = { sentence: 'Plants of other users are not visible.' };
  const shown = exchangeOf({}, operationOf({}));
  const content = { shown, texts: ['Boston fern'], uniqueName: undefined, isRecord: false };
  if (stateName === 'hidden') return { expects: 'hidden from other user', rule, content };
  if (stateName === 'refused')
    return { expects: 'rejection for other user', rule, rejection: exchangeOf({ status: 404 }, operationOf({})) };
  if (stateName === 'unlisted for other')
    return { expects: 'not listed for other user', rule, content, findItem: parseBody };
  const exchange = exchangeOf({ method: stateName === 'kept' ? 'DELETE' : 'PUT', status: 204 }, operationOf({}));
  return { expects: 'kept from other user', rule, before: shown, write: exchange, sentTexts: ['Moss of another'] };
}

/** Another record was created before it, with other contents. */
function newRecordNextTo(record: KnownRecord): ExpectedState {
  const writes = record.writes.map((write) => ({
    ...write,
    requestSpec: { ...write.requestSpec, body: 'other contents' },
    exchange: exchangeOf({ status: 201 }, write.operation),
  }));
  const requestSpec = { path: '/plants', headers: [], body: '{}', value: {}, credentials: 'right' } as const;
  const called = (exchange: Exchange) => getProperty(parseBody(exchange), 'id');
  return { expects: 'new', otherRecords: [{ ...record, writes }], requestSpec, identify: called };
}

function listingOf(record: KnownRecord): ExpectedState {
  const itemsIn = ({ outcome }: Exchange) => {
    const parsed = outcome.kind === 'response' ? parseJsonBytes(outcome.response.body) : undefined;
    return parsed?.ok && isJsonArray(parsed.value) ? parsed.value : undefined;
  };
  return {
    expects: 'list',
    records: [record],
    pages: { previousPages: [], itemsIn, isEnd: () => true, reasonForMissing: () => undefined },
  };
}

export function checkContextFor(sample: CheckSample, tolerated: CaseFacts['tolerated'] = []) {
  const operation = operationOf(sample);
  const requestSpec = {
    path: sample.path ?? operation.path,
    headers: [['Content-Type', sample.sentType ?? 'application/json'] as const],
    body: sample.sentText ?? stringifyJson(sample.sent ?? sent),
    value: sample.sent ?? sent,
    credentials: 'right' as const,
    ...(sample.imposed === undefined ? {} : { readOnlyPath: sample.imposed }),
  };
  const caseFacts: CaseFacts = {
    id: 'case',
    operation,
    category: sample.category ?? 'family',
    expectation: sample.expectation ?? 'accept',
    mutation: 'nothing is changed',
    place: operation.place,
    topic: sample.topic ?? 'topic',
    tolerated,
    constantPart: undefined,
    sendMode: sample.sendMode,
    keyRepetition: repetitionOf(sample),
  };
  const earlier = (sample.earlier ?? []).map((status) => exchangeOf({ status }, operation));
  return {
    ...createCheckContext(caseFacts, requestSpec, exchangeOf(sample, operation), earlier),
    query: sample.query,
    expectedState: expectedStateOf(sample.expectedState),
  };
}

function repetitionOf({ repetition }: CheckSample): CaseFacts['keyRepetition'] {
  const identify = (_requestSpec: RequestSpec, exchange: Exchange) => getProperty(parseBody(exchange), 'name');
  if (repetition === undefined) return undefined;
  if (repetition === 'same') return { body: 'same', identify };
  return { body: 'other', identify, isRejectionDeclared: true };
}

function operationOf({ contract, operation }: CheckSample): Operation {
  const { operations } = contract === undefined ? plantStoreContract : fixtures[contract];
  const found = operations.find(({ id }) => operation === undefined || id === operation);
  if (found === undefined) throw new Error('no operation');
  return found;
}

function exchangeOf(sample: CheckSample, operation: Operation): Exchange {
  return {
    request: {
      method: sample.method ?? operation.method,
      url: 'http://127.0.0.1/plants',
      headers: [],
      body: undefined,
      delivery: 'whole',
    },
    outcome: outcomeOf(sample),
    ms: 1,
  };
}

function outcomeOf({
  status = 200,
  type = 'application/json',
  headers = [],
  body = plant,
  encoding = 'utf8',
  failure,
  after,
}: CheckSample): Exchange['outcome'] {
  if (failure !== undefined) return { kind: 'failure', failure: { kind: 'timeout', reason: failure } };
  const typed = type === null ? headers : [...headers, ['Content-Type', type] as const];
  const response = {
    status,
    headers: typed,
    body: Buffer.from(body, encoding),
    ...(after === undefined ? {} : { trailingBytes: Buffer.from(after) }),
  };
  return { kind: 'response', response };
}

/** Whether a report can show the part of the response: the types do not check what a violation is built from. */
export function isResponsePart(part: object): boolean {
  const where = 'in' in part ? part.in : undefined;
  if (where === 'status') return true;
  if (where === 'header') return 'name' in part && typeof part.name === 'string' && part.name !== '';
  const hasPath = 'path' in part && Array.isArray(part.path);
  return where === 'body' && (hasPath || ('offset' in part && typeof part.offset === 'number'));
}
