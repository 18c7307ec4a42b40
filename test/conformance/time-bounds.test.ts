/** Lists filtered by a range of times that a sentence states, and by values of which a record has several. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Contract } from '../../spec/model/contract.ts';
import { listParameters } from '../../spec/resources/list-parameters.ts';
import { parseDocument } from '../spec/diff/build-documents.ts';
import { failingChecks, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const from = 'Only visits that start at this time or later.';
const to = 'Only visits that start before this time.';

function visitContract(
  descriptions = { from, to },
  [start, end]: readonly string[] = ['start', 'end'],
): Promise<Contract> {
  return parseDocument(`
openapi: 3.1.0
info: { title: Visits, version: '1' }
paths:
  /visits:
    get:
      operationId: listVisits
      parameters:
        - { name: from, in: query, description: '${descriptions.from}', schema: { type: string, format: date-time } }
        - { name: to, in: query, description: '${descriptions.to}', schema: { type: string, format: date-time } }
        - name: kinds
          in: query
          description: Only visits of at least one of these kinds.
          explode: false
          schema: { type: array, items: { $ref: '#/components/schemas/Kind' } }
      responses:
        '200':
          description: All visits that are selected.
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties:
                  items: { type: array, items: { $ref: '#/components/schemas/Visit' } }
    post:
      operationId: createVisit
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/NewVisit' }
      responses:
        '201':
          description: The visit.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Visit' }
        '422': { description: It ends before it starts. }
components:
  schemas:
    Kind: { type: string, enum: [work, home, travel] }
    NewVisit:
      type: object
      required: [${start}, ${end}, kinds]
      properties:
        ${start}: { type: string, format: date-time }
        ${end}: { type: string, format: date-time }
        kinds: { type: array, items: { $ref: '#/components/schemas/Kind' } }
    Visit:
      type: object
      required: [id, ${start}, ${end}, kinds]
      properties:
        id: { type: integer, readOnly: true }
        ${start}: { type: string, format: date-time }
        ${end}: { type: string, format: date-time }
        kinds: { type: array, items: { $ref: '#/components/schemas/Kind' } }
`);
}

interface Visit {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly kinds: readonly string[];
}

interface VisitQuery {
  readonly from: number;
  readonly to: number;
  readonly kinds: readonly string[] | undefined;
}

/** How an implementation differs from the correct one. */
interface VisitOverrides {
  matches?(visit: Visit, query: VisitQuery): boolean;
  show?(visit: Visit): Visit;
}

const startOf = ({ start }: Visit) => Date.parse(start);
const hasKind = (visit: Visit, { kinds }: VisitQuery) =>
  kinds === undefined || visit.kinds.some((one) => kinds.includes(one));
const matches = (visit: Visit, query: VisitQuery) =>
  startOf(visit) >= query.from && startOf(visit) < query.to && hasKind(visit, query);

const contract = await visitContract();

async function checksThatFail(overrides: VisitOverrides): Promise<readonly string[]> {
  const visits: Visit[] = [];
  const { show = (visit) => visit } = overrides;
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'POST') {
      const sent = JSON.parse(String(await readBody(request)));
      if (Date.parse(sent.start) >= Date.parse(sent.end)) return respond(422, {});
      const visit = { id: visits.length + 1, start: sent.start, end: sent.end, kinds: sent.kinds };
      visits.push(visit);
      return respond(201, show(visit));
    }
    const query = {
      from: Date.parse(searchParams.get('from') ?? '0001-01-01T00:00:00Z'),
      to: Date.parse(searchParams.get('to') ?? '9999-01-01T00:00:00Z'),
      kinds: searchParams.get('kinds')?.split(','),
    };
    const selected = visits.filter((visit) => (overrides.matches ?? matches)(visit, query));
    return respond(200, { items: selected.map(show) });
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  return failingChecks(await verify({ contract, baseUrl, categories: ['list-queries'] }));
}

const zoned = (text: string) => new Date(Date.parse(text) + 7_200_000).toISOString().replace('Z', '+02:00');

describe('reports nothing for an implementation that', () => {
  test.each<[string, VisitOverrides]>([
    ['selects as the sentences say', {}],
    [
      'shows times in another zone',
      { show: (visit) => ({ ...visit, start: zoned(visit.start), end: zoned(visit.end) }) },
    ],
  ])('%s', async (_name, overrides) => {
    expect(await checksThatFail(overrides)).toEqual([]);
  });
});

describe('reports an implementation that', () => {
  test.each<[string, VisitOverrides]>([
    ['ignores the lower bound', { matches: (visit, query) => matches(visit, { ...query, from: -Infinity }) }],
    ['ignores the upper bound', { matches: (visit, query) => matches(visit, { ...query, to: Infinity }) }],
    ['excludes the lower bound', { matches: (visit, query) => matches(visit, { ...query, from: query.from + 1 }) }],
    ['includes the upper bound', { matches: (visit, query) => matches(visit, { ...query, to: query.to + 1 }) }],
    ['ignores values', { matches: (visit, query) => matches(visit, { ...query, kinds: undefined }) }],
    [
      'looks at the first value of a record',
      { matches: (visit, query) => matches({ ...visit, kinds: visit.kinds.slice(0, 1) }, query) },
    ],
    [
      'requires all values',
      {
        matches: (visit, { kinds, ...query }) =>
          matches(visit, { ...query, kinds: undefined }) && (kinds ?? []).every((kind) => visit.kinds.includes(kind)),
      },
    ],
  ])('%s', async (_name, overrides) => {
    expect(await checksThatFail(overrides)).toEqual(['filter-respected']);
  });
});

test.each([
  ['Only visits that start at this time or later.', 'start from'],
  ['Visits starting on or after this date.', 'start from'],
  ['Visits that start at or before this time.', 'start to'],
  ['Visits that ended before that time.', 'end before'],
])('%s', async (description, expected) => {
  const { operations } = await visitContract({ from: description, to: 'Another one.' });
  expect(boundsIn(operations)).toEqual([expected]);
});

test.each([
  ['Only guests that arrive on this day or later.', 'arrival from'],
  ['Only guests that depart before this time.', 'departure before'],
])('%s', async (description, expected) => {
  const names = ['arrival', 'departure'];
  const { operations } = await visitContract({ from: description, to: 'Another one.' }, names);
  expect(boundsIn(operations)).toEqual([expected]);
});

test.each([
  'The beginning.',
  'Only visits that start or end before this time.',
  'After this time.',
  'Visits before this time.',
])('states no bound of one property: %s', async (description) => {
  const { operations } = await visitContract({ from: description, to: 'Another one.' });
  expect(boundsIn(operations)).toEqual([]);
});

function boundsIn(operations: Contract['operations']): readonly string[] {
  const list = operations.find(({ id }) => id === 'listVisits');
  const item = operations.find(({ id }) => id === 'createVisit')?.responses[0]?.content[0]?.schema;
  if (list === undefined || item === undefined) throw new Error('there is no list');
  return listParameters(list, item).timeBounds.map(({ property, comparison }) => `${property} ${comparison}`);
}
