/** The checks of sequences: what a response may show of a record, by what was done with it. */
import { describe, expect, test } from 'vitest';
import { createCheckContext } from '../../../contracts/conformance/checking/run-checks.ts';
import { checks } from '../../../contracts/conformance/checks/index.ts';
import type { Exchange } from '../../../contracts/conformance/model/exchange.ts';
import type { RequestSpec } from '../../../contracts/conformance/model/request-spec.ts';
import type {
  ExpectedState,
  KnownRecord,
  PagesSoFar,
  RecordWrite,
} from '../../../contracts/conformance/model/sequence.ts';
import type { CaseFacts } from '../../../contracts/conformance/model/test-case.ts';
import { getProperty, parseBody } from '../../../contracts/conformance/stateful/model/response-records.ts';
import { isJsonArray, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { isResponsePart } from '../check-samples.ts';

const contract = await loadContract(new URL('../../fixtures/conformance/pots.yaml', import.meta.url).href);

interface Shown {
  readonly operation?: string;
  readonly path?: string;
  readonly url?: string;
  readonly status?: number;
  readonly headers?: RequestSpec['headers'];
  readonly sent?: Json;
  readonly sentHeaders?: RequestSpec['headers'];
  readonly body?: Json | undefined;
}

const created = { label: 'Terracotta', size: 3 };
const shown = { id: 7, ...created };

function operationNamed(id: string): Operation {
  const found = contract.operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

function exchangeOf({ operation = 'readPot', url, status = 200, headers = [], body }: Shown): Exchange {
  const bytes = Buffer.from(body === undefined ? '' : stringifyJson(body));
  return {
    request: {
      method: operationNamed(operation).method,
      url: url ?? 'http://127.0.0.1/pots/7',
      headers: [],
      body: undefined,
      delivery: 'whole',
    },
    outcome: {
      kind: 'response',
      response: { status, headers: [...headers, ['Content-Type', 'application/json']], body: bytes },
    },
    ms: 1,
  };
}

function requestSpecOf({ path = '/pots/7', sent, sentHeaders }: Shown): RequestSpec {
  const headers = sentHeaders ?? [['Content-Type', 'application/json'] as const];
  return {
    path,
    headers,
    credentials: 'right',
    value: sent,
    body: sent === undefined ? undefined : stringifyJson(sent),
  };
}

function writeOf(kind: RecordWrite['kind'], operation: string, sent: Json, response: Shown = {}): RecordWrite {
  const sentType = operation === 'changePot' ? 'application/merge-patch+json' : 'application/json';
  return {
    kind,
    operation: operationNamed(operation),
    requestSpec: requestSpecOf({ sent, sentHeaders: [['Content-Type', sentType]] }),
    exchange: exchangeOf({ operation, status: 201, ...response }),
  };
}

function recordWith(changes: Partial<KnownRecord> = {}): KnownRecord {
  return {
    pathValues: [7],
    idName: 'id',
    read: operationNamed('readPot'),
    remove: operationNamed('deletePot'),
    isConfirmed: true,
    isStillShown: false,
    writes: [writeOf('create', 'createPot', created, { body: shown })],
    lastShown: exchangeOf({ body: shown }),
    ...changes,
  };
}

/** The severities and keys of what the check reports. */
function reportedBy(id: string, response: Shown, expectedState?: ExpectedState): readonly string[] {
  return violationsOf(id, response, expectedState).map(({ severity, key }) => `${severity}: ${key}`);
}

function violationsOf(
  id: string,
  response: Shown,
  expectedState?: ExpectedState,
  concurrentWrites: readonly RequestSpec[] = [],
) {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  const operation = operationNamed(response.operation ?? 'readPot');
  const caseFacts: CaseFacts = {
    id: 'case',
    operation,
    category: 'sequences',
    expectation: 'accept',
    mutation: 'nothing is changed',
    place: operation.place,
    topic: 'topic',
    tolerated: [],
    constantPart: undefined,
    sendMode: undefined,
  };
  const context = {
    ...createCheckContext(caseFacts, requestSpecOf(response), exchangeOf(response), []),
    expectedState,
    concurrentWrites,
  };
  if (!check.appliesTo(context)) return [];
  return check.violations(context).map((violation) => {
    expect(violation.requirement).toMatch(/\S/);
    expect(violation.responsePart === undefined || isResponsePart(violation.responsePart)).toBe(true);
    return { severity: check.severity, ...violation };
  });
}

const cached: readonly (readonly [RequestSpec['headers'], boolean])[] = [
  [[], false],
  [[['Age', '0']], false],
  [[['Age', '5']], true],
  [[['X-Cache', 'MISS']], false],
  [[['X-Cache', 'HIT from edge']], true],
  [[['Cache-Control', 'max-age=0']], false],
  [[['Cache-Control', 'public, max-age=60']], true],
];

test.each(checks.flatMap(({ id, appliesTo }) => (/^(?:created|deleted)-/.test(id) ? [[id, appliesTo] as const] : [])))(
  '%s does not apply to a request outside of a sequence',
  (_id, appliesTo) => {
    const operation = operationNamed('readPot');
    const facts: CaseFacts = {
      ...{ id: 'case', operation, category: 'sequences', expectation: 'accept', mutation: 'nothing is changed' },
      ...{ place: operation.place, topic: 'topic', tolerated: [], constantPart: undefined, sendMode: undefined },
    };
    const context = createCheckContext(facts, requestSpecOf({}), exchangeOf({ status: 404 }), []);
    expect(appliesTo(context)).toBe(false);
  },
);

describe('created-is-found', () => {
  const reported = (record: KnownRecord, response: Shown = {}, location?: string) =>
    reportedBy(
      'created-is-found',
      { status: 404, ...response },
      { expects: 'record', record, ...(location === undefined ? {} : { location }) },
    );

  test('reports 404 and 410 as an error, and no other status', () => {
    expect(reported(recordWith())).toEqual(['error: missing']);
    expect(reported(recordWith(), { status: 410 })).toEqual(['error: missing']);
    expect([200, 403, 500].flatMap((status) => reported(recordWith(), { status }))).toEqual([]);
  });

  test('only warns if the record may not exist, or not any more', () => {
    expect(reported(recordWith({ isConfirmed: false }))).toEqual(['warning: missing']);
    expect(reported(recordWith({ hasStateChanged: true }))).toEqual(['warning: missing']);
    expect(reported(recordWith({ hasStateChanged: false }))).toEqual(['error: missing']);
  });

  test.each(cached)('only warns about a response from a cache: %j', (headers, isWarning) => {
    expect(reported(recordWith(), { headers })).toEqual([isWarning ? 'warning: missing' : 'error: missing']);
  });

  test('requires the target of Location after a 201, unless a prefix is in front of its path', () => {
    expect(reported(recordWith(), {}, 'http://127.0.0.1/elsewhere/7')).toEqual(['error: location']);
    expect(reported(recordWith(), {}, 'http://127.0.0.1/prefix/pots/7')).toEqual(['warning: location']);
    const accepted = recordWith({ writes: [writeOf('create', 'createPot', created, { status: 202 })] });
    expect(reported(accepted, {}, 'http://127.0.0.1/elsewhere/7')).toEqual(['warning: location']);
  });
});

const removal = exchangeOf({ operation: 'deletePot', status: 204 });
const removed = recordWith({ removal });

describe('deleted-not-found, for the record', () => {
  const reported = (record: KnownRecord, response: Shown) =>
    reportedBy('deleted-not-found', response, { expects: 'nothing', record });

  test.each<readonly [string, Shown, readonly string[]]>([
    ['it is still there', { body: shown }, ['error: read']],
    ['in an envelope', { body: { data: shown } }, ['error: read']],
    ['an empty body', {}, []],
    ['a rejection', { status: 404, body: { label: 'Terracotta' } }, []],
    ['another record has its identifier', { body: { id: 7, label: 'Plastic' } }, []],
    ['none of its texts are shown', { body: { id: 7, size: 3 } }, ['warning: read']],
    ['it is marked', { body: { ...shown, deleted: true } }, ['warning: read']],
    ['it is marked with null', { body: { ...shown, deleted_at: null } }, ['error: read']],
    ['something else was added', { body: { ...shown, note: 'chipped' } }, ['error: read']],
  ])('%s', (_what, response, expected) => {
    expect(reported(removed, response)).toEqual(expected);
  });

  test('a mark that it had before does not count', () => {
    const marked = { ...shown, state: 'sold' };
    const record = { ...removed, lastShown: exchangeOf({ body: marked }) };
    expect(reported(record, { body: marked })).toEqual(['error: read']);
    expect(reported(record, { body: { ...marked, state: 'removed' } })).toEqual(['warning: read']);
  });

  test('only warns if the contract declares no response for a missing record', () => {
    const bag = { ...removed, read: operationNamed('readBag'), remove: operationNamed('deleteBag') };
    expect(reported(bag, { body: shown })).toEqual(['warning: read']);
    expect(violationsOf('deleted-not-found', { body: shown }, { expects: 'nothing', record: bag })).toMatchObject([
      { expected: expect.stringContaining('neither reading nor deleting declares a response for a missing record') },
    ]);
    expect(reported({ ...bag, read: operationNamed('readPot') }, { body: shown })).toEqual(['error: read']);
    expect(reported({ ...bag, remove: operationNamed('deletePot') }, { body: shown })).toEqual(['error: read']);
  });

  test.each(cached)('only warns about a response from a cache: %j', (headers, isWarning) => {
    expect(reported(removed, { headers, body: shown })).toEqual([isWarning ? 'warning: read' : 'error: read']);
  });
});

function listing(records: readonly KnownRecord[], changes: Partial<PagesSoFar> = {}): ExpectedState {
  const itemsIn = (exchange: Exchange) => {
    const body = parseBody(exchange);
    return isJsonArray(body) ? body : undefined;
  };
  return {
    expects: 'list',
    records,
    pages: { previousPages: [], itemsIn, isEnd: () => true, reasonForMissing: () => undefined, ...changes },
  };
}

describe('deleted-not-found, for a list', () => {
  const other = recordWith({ pathValues: [8] });
  const reported = (body: Json, ...records: readonly KnownRecord[]) =>
    reportedBy('deleted-not-found', { operation: 'listPots', path: '/pots', body }, listing(records));

  test('reports one deleted record, whatever other records it has', () => {
    expect(reported([shown, { ...shown, id: 8 }], other, removed)).toEqual(['error: list']);
    expect(reported([shown, { ...shown, id: 8 }], removed, { ...other, removal })).toEqual(['error: list']);
    expect(reported([{ ...shown, id: 8 }], other, removed)).toEqual([]);
    expect(reported([shown], other)).toEqual([]);
    expect(reported({ error: 'none' }, removed)).toEqual([]);
  });

  test('reports a record once that was already shown after its removal', () => {
    expect(reported([shown], { ...removed, isStillShown: true })).toEqual([]);
  });

  test('does not report another record with its identifier, and warns if that is unknown', () => {
    expect(reported([{ id: 7, label: 'Plastic' }], removed)).toEqual([]);
    expect(reported([{ id: 7 }], removed)).toEqual(['warning: list']);
    expect(reported([{ ...shown, archived: true }], removed)).toEqual(['warning: list']);
  });
});

describe('deleted-once', () => {
  const reported = (operation: string, status: number, record = removed) =>
    reportedBy('deleted-once', { operation, status }, { expects: 'rejection', record });

  test('warns if only a default response is declared, and requires nothing if none is', () => {
    expect(reported('deletePot', 204)).toEqual(['warning: again']);
    expect(reported('deletePot', 404)).toEqual([]);
    expect(reported('deleteBag', 204)).toEqual([]);
    expect(reported('replacePot', 200)).toEqual(['error: again']);
  });

  test('leaves a record that is still readable to deleted-not-found', () => {
    expect(reported('replacePot', 200, { ...removed, isStillShown: true })).toEqual([]);
  });
});

describe('scoped-to-parent', () => {
  const reported = (response: Shown, isList = false, record = recordWith()) =>
    reportedBy('scoped-to-parent', response, {
      expects: 'absent below other parent',
      record,
      ...(isList && { itemsIn: (exchange: Exchange) => [parseBody(exchange) ?? null].flat() as readonly Json[] }),
    });

  test('reports the record with its texts, and no other record', () => {
    expect(reported({ body: shown })).toEqual(['error: read']);
    expect(reported({ body: { ...shown, label: 'Plastic' } })).toEqual([]);
    expect(reported({ body: { id: 7 } })).toEqual([]);
    expect(reported({ body: shown, status: 404 })).toEqual([]);
  });

  test('reports it in a list', () => {
    expect(reported({ body: [{ id: 6, label: 'Plastic' }, shown] }, true)).toEqual(['error: list']);
    expect(reported({ body: [{ id: 7, label: 'Plastic' }] }, true)).toEqual([]);
    expect(reported({ body: [] }, true)).toEqual([]);
  });

  test('only warns if the record is unconfirmed, or no response is declared for a missing record', () => {
    expect(reported({ body: shown }, false, recordWith({ isConfirmed: false }))).toEqual(['warning: read']);
    expect(reported({ operation: 'readBag', body: shown })).toEqual(['warning: read']);
    expect(reported({ operation: 'readBag', body: [shown] }, true)).toEqual(['error: list']);
  });
});

describe('etag-changes', () => {
  const tagged = (tag: string, body: Json, others: Shown = {}): Shown => ({
    headers: [['ETag', tag]],
    body,
    ...others,
  });
  const record = recordWith({
    lastShown: exchangeOf(tagged('"1"', { ...shown, label: 'Plastic' })),
    writes: [writeOf('create', 'createPot', { label: 'Plastic' }), writeOf('change', 'changePot', { label: 'Clay' })],
  });
  const reported = (response: Shown, one = record) =>
    reportedBy('etag-changes', response, { expects: 'record', record: one });
  const changed = { ...shown, label: 'Clay' };

  test.each<readonly [string, Shown, readonly string[]]>([
    ['the same', tagged('"1"', changed), ['error: same']],
    ['another', tagged('"2"', changed), []],
    ['a weak one', tagged('W/"1"', changed), []],
    ['none', { body: changed }, []],
    ['the same without a change', tagged('"1"', { ...shown, label: 'Plastic' }), []],
    ['the same, with a change that nobody wrote', tagged('"1"', { ...shown, label: 'Plastic', size: 9 }), []],
    ['the same at another address', tagged('"1"', changed, { url: 'http://127.0.0.1/pots/7?full' }), []],
    ['the same with another method', tagged('"1"', changed, { operation: 'replacePot' }), []],
    ['the same with an error', tagged('"1"', changed, { status: 404 }), []],
  ])('%s', (_what, response, expected) => {
    expect(reported(response)).toEqual(expected);
  });

  test('compares strong ETags only', () => {
    const weak = { ...record, lastShown: exchangeOf(tagged('W/"1"', { ...shown, label: 'Plastic' })) };
    expect(reported(tagged('W/"1"', changed), weak)).toEqual([]);
  });
});

describe('created-id-is-unique', () => {
  const other = recordWith();
  const reported = (one: KnownRecord, response: Shown = {}, isNearDuplicate = false) =>
    reportedBy(
      'created-id-is-unique',
      { operation: 'createPot', path: '/pots', status: 201, body: { id: 7, label: 'Plastic' }, ...response },
      {
        expects: 'new',
        otherRecords: [one],
        requestSpec: requestSpecOf({ sent: { label: 'Plastic' }, sentHeaders: response.sentHeaders ?? [] }),
        isNearDuplicate,
        identify: (exchange) => getProperty(parseBody(exchange), 'id'),
      },
    );

  test('reports the identifier of another record', () => {
    expect(reported(other)).toEqual(['error: taken']);
    expect(reported(other, { body: { id: 8 } })).toEqual([]);
    expect(reported(other, { body: { label: 'Plastic' } })).toEqual([]);
    expect(reported(other, { status: 200 })).toEqual([]);
  });

  test('not of a record that does not exist any more, or was not certainly created', () => {
    expect(reported({ ...other, removal })).toEqual([]);
    expect(reported({ ...other, isMissing: true })).toEqual([]);
    expect(reported({ ...other, writes: [] })).toEqual([]);
    expect(reported({ ...other, writes: [writeOf('create', 'createPot', created, { status: 200 })] })).toEqual([]);
  });

  test('not of a record that the same request created', () => {
    expect(reported({ ...other, writes: [writeOf('create', 'createPot', { label: 'Plastic' })] })).toEqual([]);
    const key = [['Idempotency-Key', 'k1']] as const;
    const withKey = other.writes.map((write) => ({ ...write, requestSpec: { ...write.requestSpec, headers: key } }));
    expect(reported({ ...other, writes: withKey }, { sentHeaders: key })).toEqual([]);
    expect(reported({ ...other, writes: withKey }, { sentHeaders: [['Idempotency-Key', 'k2']] })).toEqual([
      'error: taken',
    ]);
  });

  test.each([
    ['without a body', undefined],
    ['with equal bytes', Buffer.from('bytes')],
  ])('not of a record that the same request %s created', (_case, body) => {
    const requestSpec = { ...requestSpecOf({}), body };
    const identify = (exchange: Exchange) => getProperty(parseBody(exchange), 'id');
    const reportedAfter = (firstBody: RequestSpec['body']) => {
      const writes = other.writes.map((write) => ({ ...write, requestSpec: { ...requestSpec, body: firstBody } }));
      const otherRecords = [{ ...other, writes }];
      return reportedBy(
        'created-id-is-unique',
        { operation: 'createPot', path: '/pots', status: 201, body: { id: 7 } },
        { expects: 'new', otherRecords, requestSpec, isNearDuplicate: false, identify },
      );
    };
    expect(reportedAfter(body)).toEqual([]);
    expect(reportedAfter(Buffer.from('other bytes'))).toEqual(['error: taken']);
  });

  test('not one that the client chose, unless that has to be rejected', () => {
    expect(reported(other, { sent: { id: 7 } })).toEqual([]);
    expect(reported(other, { sent: { id: 7 } }, true)).toEqual(['error: taken']);
    expect(reported(other, { sent: { id: 8 } })).toEqual(['error: taken']);
    expect(reported(other, { operation: 'replacePot', path: '/pots/7?x=1' })).toEqual([]);
  });
});

describe('read-returns-written', () => {
  const reported = (body: Json, changes: Partial<KnownRecord> = {}, others: object = {}) =>
    reportedBy('read-returns-written', { body }, { expects: 'record', record: recordWith(changes), ...others });
  const withWrites = (...writes: readonly RecordWrite[]) => ({ writes: [...recordWith().writes, ...writes] });

  test('requires the values of the write that created it', () => {
    expect(reported(shown)).toEqual([]);
    expect(reported({ ...shown, label: 'terracotta' })).toEqual(['error: label changed in another case create']);
    expect(reported({ ...shown, size: 4 })).toEqual(['error: size changed otherwise create']);
    expect(reported({ id: 7, size: 3 })).toEqual(['error: label lost create']);
    expect(reported({ ...shown, note: 'added' })).toEqual([]);
  });

  test('requires the record in the path', () => {
    expect(reported({ ...shown, id: 8 })).toEqual(['error: another record']);
    expect(reported({ ...shown, id: '7' })).toEqual([]);
    expect(reported({ ...shown, id: null })).toEqual([]);
    expect(reported({ ...shown, id: 8 }, { idName: undefined })).toEqual([]);
    expect(reported({ data: { ...shown, id: 8 } })).toEqual(['error: another record']);
  });

  test('does not require it if an object or nothing names it', () => {
    expect(reported({ ...shown, id: { value: 8 } })).toEqual([]);
    expect(reported({ ...shown, id: 8 }, { pathValues: [] })).toEqual([]);
  });

  test('names both records, and the request that created the record', () => {
    const record = recordWith();
    expect(
      violationsOf('read-returns-written', { body: { ...shown, id: 8 } }, { expects: 'record', record }),
    ).toMatchObject([{ expected: 'the record in the path: id integer 7', received: 'another record: id integer 8' }]);
    expect(violationsOf('created-is-found', { status: 404 }, { expects: 'record', record })).toMatchObject([
      { expected: 'a success: the record was created by POST /pots -> 201' },
    ]);
  });

  test('does not distinguish null from a missing property', () => {
    const cleared = withWrites(writeOf('change', 'changePot', { note: null }));
    expect(reported(shown, cleared)).toEqual([]);
    expect(reported({ ...shown, note: 'old' }, cleared)).toEqual(['error: note changed otherwise change']);
  });

  test('decodes text in an unknown charset as UTF-8', () => {
    const headers = [['Content-Type', 'text/plain; charset=unknown']] as const;
    const readAfter = (written: string) => {
      const requestSpec = { ...requestSpecOf({ sentHeaders: headers }), body: written };
      const writes = recordWith().writes.map((write) => ({ ...write, requestSpec }));
      const record = recordWith({ writes });
      return reportedBy('read-returns-written', { headers, body: 'Café' }, { expects: 'record', record });
    };
    expect(readAfter('"Café"')).toEqual([]);
    expect(readAfter('"Café"\r\n')).toEqual(['warning: contents create']);
    expect(readAfter('"Cafe"')).toEqual(['error: contents create']);
  });

  test('does not take the identifier of an inner object for that of the record', () => {
    expect(reported({ ...created, box: { id: 1, code: 'c' } })).toEqual([]);
  });

  test('requires of each property the last write that sent it', () => {
    const change = withWrites(writeOf('change', 'changePot', { size: 5 }));
    expect(reported({ ...shown, size: 5 }, change)).toEqual([]);
    expect(reported(shown, change)).toEqual(['error: size changed otherwise change']);
    expect(reported({ ...shown, size: 5, label: 'x' }, change)).toEqual(['error: label changed otherwise create']);
  });

  test('does not require what a replacement omitted, and does not accept its old text', () => {
    const replacement = withWrites(writeOf('replace', 'replacePot', { size: 5 }));
    expect(reported({ id: 7, size: 5 }, replacement)).toEqual([]);
    expect(reported({ id: 7, size: 5, label: 'Terracotta' }, replacement)).toEqual(['error: label kept replace']);
    expect(reported({ id: 7, size: 5, label: 'unnamed' }, replacement)).toEqual([]);
  });

  test('checks one property if only that is meant', () => {
    const wrong = { ...shown, label: 'x', size: 4 };
    expect(reported(wrong)).toHaveLength(2);
    expect(reported(wrong, {}, { onlyProperty: 'size' })).toEqual(['error: size changed otherwise create']);
  });

  test('does not report again what the response to the write showed', () => {
    const lower = writeOf('create', 'createPot', created, { body: { ...shown, label: 'terracotta' } });
    expect(reported({ ...shown, label: 'terracotta' }, { writes: [lower] })).toEqual([]);
    expect(reported({ ...shown, label: 'TERRACOTTA' }, { writes: [lower] })).toHaveLength(1);
  });

  test('ignores what implementations maintain, and the order of lists', () => {
    const written = {
      id: 7,
      updated_at: 'a',
      due_at: 'b',
      tags: ['x', 'y'],
      box: { id: 1, code: 'c', changed_at: 'd' },
    };
    const changes = { writes: [writeOf('create', 'createPot', written)] };
    const read = { ...written, updated_at: 'now', tags: ['y', 'x'], box: { ...written.box, changed_at: 'now' } };
    expect(reported(read, changes)).toEqual([]);
    expect(reported({ ...read, due_at: 'now' }, changes)).toEqual(['error: due_at changed otherwise create']);
    expect(reported({ ...read, tags: ['y', 'z'] }, changes)).toHaveLength(1);
    expect(reported({ ...read, tags: ['y', 'x', 'x'] }, changes)).toHaveLength(1);
    expect(reported({ ...read, box: { ...read.box, code: 'e' } }, changes)).toHaveLength(1);
  });

  test('a state may change by itself, but not back', () => {
    const sold = {
      writes: [writeOf('create', 'createPot', { state: 'free' }), writeOf('change', 'changePot', { state: 'sold' })],
    };
    expect(reported({ state: 'sold' }, sold)).toEqual([]);
    expect(reported({ state: 'reserved' }, sold)).toEqual(['warning: state changed otherwise change']);
    expect(reported({ state: 'free' }, sold)).toEqual(['error: state changed otherwise change']);
  });

  test('only warns if the record is unconfirmed', () => {
    expect(reported({ ...shown, size: 4 }, { isConfirmed: false })).toEqual(['warning: size changed otherwise create']);
  });
});

describe('list-shows-written', () => {
  const changed = recordWith({
    writes: [writeOf('create', 'createPot', created), writeOf('change', 'changePot', { label: 'Clay' })],
    lastShown: exchangeOf({ body: { ...shown, label: 'Clay' } }),
  });
  const reported = (item: Json, record = changed, headers: RequestSpec['headers'] = []) =>
    reportedBy(
      'list-shows-written',
      { operation: 'listPots', path: '/pots', body: [item], headers },
      listing([record]),
    );

  test('reports an earlier value', () => {
    expect(reported(shown)).toEqual(['error: label']);
    expect(reported(shown, changed, [['Age', '9']])).toEqual(['warning: label']);
    expect(reported({ ...shown, label: 'Clay' })).toEqual([]);
    expect(reported({ ...shown, label: 'Cl...' })).toEqual([]);
    expect(reported({ id: 7 })).toEqual([]);
    expect(reported({ ...shown, id: 8 })).toEqual([]);
    expect(reported(shown, { ...changed, removal })).toEqual([]);
  });

  test('only if reading shows the last value', () => {
    expect(reported(shown, { ...changed, lastShown: exchangeOf({ body: { ...shown, label: 'Other' } }) })).toEqual([]);
    expect(reported(shown, { ...changed, lastShown: undefined })).toEqual([]);
  });

  test('only warns about a record that may be unpublished', () => {
    const draft = { ...changed, lastShown: exchangeOf({ body: { ...shown, label: 'Clay', state: 'draft' } }) };
    expect(reported(shown, draft)).toEqual(['warning: label']);
  });

  test('reports a number that was rounded', () => {
    const large = recordWith({
      writes: [writeOf('create', 'createPot', { size: 9007199254740993n })],
      lastShown: exchangeOf({ body: { id: 7, size: 9007199254740993n } }),
    });
    expect(reported({ id: 7, size: 9007199254740992 }, large)).toEqual(['error: size']);
    expect(reported({ id: 7, size: 9007199254740993n }, large)).toEqual([]);
    expect(reported({ id: 7, size: 9 }, large)).toEqual([]);
  });
});

describe('list-has-created', () => {
  const reported = (body: Json, record = recordWith(), changes: Partial<PagesSoFar> = {}) =>
    reportedBy('list-has-created', { operation: 'listPots', path: '/pots', body }, listing([record], changes));

  test('requires the record, once', () => {
    expect(reported([shown])).toEqual([]);
    expect(reported([{ ...shown, id: 8 }])).toEqual(['error: missing']);
    expect(reported([])).toEqual(['error: missing']);
    expect(reported([shown, shown])).toEqual(['error: twice']);
    expect(reported([{ data: shown }])).toEqual([]);
  });

  test('identifiers that differ in the case of a letter are those of two records', () => {
    const record = recordWith({ pathValues: ['aB'] });
    const [upper, lower] = [
      { ...shown, id: 'aB' },
      { ...shown, id: 'ab' },
    ];
    expect(reported([lower, upper], record)).toEqual([]);
    expect(reported([upper, upper], record)).toEqual(['error: twice']);
    expect(reported([lower], record)).toEqual([]);
  });

  test('does not take the identifier of an inner object for that of the record', () => {
    const inner = { ...created, box: { id: 7 } };
    expect(reported([inner, inner])).toEqual([]);
    expect(reported([{ ...inner, id: 8 }])).toEqual(['error: missing']);
  });

  test('one version of it, if it was written once', () => {
    const writes = [writeOf('create', 'createPot', created), writeOf('change', 'changePot', { size: 4 })];
    expect(reported([shown, { ...shown, size: 4 }], recordWith({ writes }))).toEqual([]);
  });

  test('not before the end, nor without a way to find it', () => {
    expect(reported([{ ...shown, id: 8 }], recordWith(), { isEnd: () => false })).toEqual([]);
    expect(reported([{ label: 'x' }])).toEqual([]);
    expect(reported([{ ...shown, id: 8 }], recordWith({ removal }))).toEqual([]);
    expect(reported([{ ...shown, id: 8 }], recordWith({ idName: undefined }))).toEqual([]);
    expect(reported([{ ...shown, id: 8 }], recordWith({ hasStateChanged: true }))).toEqual([]);
  });

  test('also on an earlier page', () => {
    const previousPages = [exchangeOf({ operation: 'listPots', body: [shown] })];
    expect(reported([{ ...shown, id: 8 }], recordWith(), { previousPages })).toEqual([]);
  });

  test('a record that can be read only after a read has shown it', () => {
    const { writes } = recordWith();
    const unread = recordWith({ writes, lastShown: writes[0]?.exchange });
    expect(reported([], unread)).toEqual([]);
    expect(reported([], { ...unread, read: undefined })).toEqual(['error: missing']);
  });

  test('only warns with a reason', () => {
    expect(reported([], recordWith({ isConfirmed: false }))).toEqual(['warning: missing']);
    expect(reported([], recordWith(), { reasonForMissing: () => 'it is long' })).toEqual(['warning: missing']);
    const draft = exchangeOf({ body: { ...shown, state: 'free' } });
    expect(reported([], recordWith({ lastShown: draft }))).toEqual(['warning: missing']);
  });
});

describe('created-is-echoed', () => {
  const reported = (operation: string, sent: Json, body: Json, others: Shown = {}) =>
    reportedBy('created-is-echoed', { operation, sent, body, ...others });

  test('accepts the identifier in the path in the place of one that was sent', () => {
    expect(reported('replacePot', { id: 8 }, { id: 7 })).toEqual([]);
    expect(reported('replacePot', { id: 8 }, { id: 7 }, { path: '/pots/7/?full=1' })).toEqual([]);
    expect(reported('replacePot', { id: 8 }, { id: 9 })).toEqual(['error: id changed otherwise']);
    expect(reported('replacePot', { size: 8 }, { size: 7 })).toEqual(['error: size changed otherwise']);
    expect(reported('replacePot', { id: 8 }, {})).toEqual(['error: id lost']);
    expect(reported('replacePot', { box: { id: 8, code: 'a' } }, { box: { id: 7, code: 'a' } })).toEqual([]);
    expect(reported('replacePot', { box: { id: 8, code: 'a' } }, { box: { id: 9, code: 'a' } })).toHaveLength(1);
    expect(reported('replacePot', { box: { id: 8, code: 'a' } }, { box: { code: 'a' } })).toHaveLength(1);
    expect(reported('createPot', { size: 7 }, { size: 8 }, { path: '/pots', status: 201 })).toHaveLength(1);
  });

  test('accepts the value of a concurrent write, and no other', () => {
    const reportedAfter = (...written: readonly Json[]) =>
      violationsOf(
        'created-is-echoed',
        { operation: 'replacePot', sent: { size: 8 }, body: { size: 7 } },
        undefined,
        written.map((sent) => requestSpecOf({ sent })),
      ).map(({ key }) => key);
    expect(reportedAfter({ size: 9 }, { size: 7 })).toEqual([]);
    expect(reportedAfter({ size: 9 }, { size: 6 })).toEqual(['size changed otherwise']);
  });

  test('only warns about an identifier, which implementations may assign', () => {
    expect(reported('createPot', { id: 8 }, { id: 7 }, { path: '/pots', status: 201 })).toEqual([
      'warning: id changed otherwise',
    ]);
  });

  test('requires an identifier that the contract requires of the client', () => {
    const path = '/crates';
    expect(reported('createCrate', { id: 8 }, { id: 7 }, { path, status: 201 })).toEqual([
      'error: id changed otherwise',
    ]);
    expect(reported('createCrate', { id: 8, size: 1 }, { id: 8, size: 1 }, { path, status: 201 })).toEqual([]);
  });

  test('compares the records of a list, whatever else it contains', () => {
    const others = { path: '/crate-lists', status: 201 };
    const sent = [
      { id: 1, size: 1 },
      { id: 2, size: 2 },
    ];
    expect(reported('createCrates', sent, sent, others)).toEqual([]);
    expect(reported('createCrates', sent, sent.toReversed(), others)).toEqual([]);
    expect(reported('createCrates', sent, [sent[0] ?? null, null], others)).toEqual([]);
    expect(reported('createCrates', [null, ...sent.slice(1)], [null, { id: 2, size: 3 }], others)).toHaveLength(1);
    expect(reported('createCrates', sent, [sent[0] ?? null, { id: 2, size: 3 }], others)).toHaveLength(1);
    expect(reported('createCrates', sent, [{ id: 1, size: 3 }], others)).toEqual([]);
  });

  test('a POST to a record keeps what was not sent, and may respond with a separate result', () => {
    expect(reported('fillPot', { note: 'dry' }, { label: 'Clay', note: 'dry' })).toEqual([]);
    expect(reported('fillPot', { note: 'dry' }, { note: 'wet' })).toEqual(['warning: note changed otherwise']);
    expect(reported('fillPot', { note: 'dry' }, { label: 'Clay', note: 'dry' }, { status: 201 })).toEqual([]);
    expect(reported('replacePot', { note: 'dry' }, { label: 'Clay', note: 'dry' })).toEqual(['error: label made up']);
  });
});
