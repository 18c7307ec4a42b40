/** Bounds of a range in one body: `minPrice` and `maxPrice`, `startDate` and `endDate`. */
import { expect, onTestFinished, test } from 'vitest';
import { withOrderedBounds } from '../../contracts/conformance/request/values/bound-pairs.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { boundPairs } from '../../spec/model/bound-names.ts';
import { type RuleCollection, ruleContract, startRuleStore } from './rule-store.ts';
import { describeErrors, verify } from './support.ts';

test.each([
  [['minPrice', 'maxPrice'], 'minPrice maxPrice'],
  [['endsAt', 'name', 'startsAt'], 'startsAt endsAt'],
  [['valid_from', 'valid_until'], 'valid_from valid_until'],
  [['from', 'to'], 'from to'],
  [['checkIn', 'checkOut'], 'checkIn checkOut'],
  [['arrivalDate', 'departureDate'], 'arrivalDate departureDate'],
  [['departureTime', 'arrivalTime'], 'departureTime arrivalTime'],
])('%j are the bounds of a range', (names, expected) => {
  expect(boundPairs(names).map(({ lower, upper }) => `${lower} ${upper}`)).toEqual([expected]);
});

test.each([[['minPrice', 'maxWeight']], [['minutes', 'maxutes']], [['start', 'name']], [['fromCity', 'toDate']]])(
  '%j are not the bounds of one range',
  (names) => expect(boundPairs(names)).toEqual([]),
);

const price = { type: 'integer', minimum: 0, maximum: 1000 };
const date = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };
const number = { type: 'integer' };

async function bodySchema(properties: JsonObject) {
  const all = { name: { type: 'string' }, ...properties };
  const collection = { path: '/offers', properties: all, required: ['name'], reject: () => undefined };
  const contract = await ruleContract([collection]);
  const schema = contract.operations[0]?.requestBody?.content[0]?.schema;
  if (schema === undefined) throw new Error('the contract has no body');
  return schema;
}

test.each<[JsonObject, string, JsonObject]>([
  [{ minPrice: 1000, maxPrice: 1 }, 'minPrice', { minPrice: 1000, maxPrice: 1000 }],
  [{ minPrice: 5, maxPrice: 1 }, 'minPrice', { minPrice: 5, maxPrice: 6 }],
  [{ minPrice: 1, maxPrice: 0 }, 'maxPrice', { minPrice: 0, maxPrice: 0 }],
  [{ minPrice: 9, maxPrice: 3 }, '', { minPrice: 3, maxPrice: 9 }],
  [{ minPrice: 3, maxPrice: 9 }, 'minPrice', { minPrice: 3, maxPrice: 9 }],
])('moves the bound that is not tested: %j', async (value, kept, expected) => {
  const schema = await bodySchema({ minPrice: price, maxPrice: price });
  expect(withOrderedBounds({ name: 'a', ...value }, schema, kept === '' ? [] : [kept])).toEqual({
    name: 'a',
    ...expected,
  });
});

test('leaves out a bound that cannot be moved', async () => {
  const schema = await bodySchema({ minPrice: price, maxPrice: { ...price, maximum: 10 } });
  expect(withOrderedBounds({ name: 'a', minPrice: 1000, maxPrice: 1 }, schema, ['minPrice'])).toEqual({
    name: 'a',
    minPrice: 1000,
  });
});

test('does not change a value that is invalid itself', async () => {
  const schema = await bodySchema({ minPrice: price, maxPrice: price });
  const invalid = { name: 'a', minPrice: 1001, maxPrice: 1 };
  expect(withOrderedBounds(invalid, schema, ['minPrice'])).toBe(invalid);
});

test('orders the bounds in nested objects and items', async () => {
  const range = { type: 'object', properties: { from: date, to: date } };
  const schema = await bodySchema({ ranges: { type: 'array', items: range } });
  const ordered = withOrderedBounds({ name: 'a', ranges: [{ from: '2026-01-31', to: '2026-01-31' }] }, schema);
  expect(ordered).toMatchObject({ ranges: [{ from: '2026-01-31', to: '2026-02-01' }] });
});

test('the description of a property says which is the lower bound', async () => {
  const schema = await bodySchema({
    arrivalTime: { ...moment, description: 'Must be after departureTime.' },
    departureTime: moment,
  });
  const times = { arrivalTime: '2026-03-01T08:00:00Z', departureTime: '2026-03-01T10:00:00Z' };
  expect(withOrderedBounds({ name: 'a', ...times }, schema)).toEqual({
    name: 'a',
    arrivalTime: times.departureTime,
    departureTime: times.arrivalTime,
  });
});

test('examples of the two properties show which is the lower bound', async () => {
  const schema = await bodySchema({
    arrival: { ...date, example: '2031-05-09' },
    departure: { ...date, example: '2031-05-01' },
  });
  const inOrder = { name: 'a', arrival: '2031-05-09', departure: '2031-05-01' };
  expect(withOrderedBounds(inOrder, schema)).toBe(inOrder);
  expect(withOrderedBounds({ ...inOrder, departure: '2031-06-01' }, schema)).toEqual({
    name: 'a',
    arrival: '2031-06-01',
    departure: '2031-05-09',
  });
});

const bounds = [
  ['minPrice', 'maxPrice'],
  ['startDate', 'endDate'],
  ['startsAt', 'endsAt'],
  ['fromNumber', 'toNumber'],
] as const;

const properties = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  ...{ maxPrice: price, minPrice: price, startDate: date, endDate: date },
  ...{ startsAt: moment, endsAt: moment, toNumber: number, fromNumber: number },
};

/** `isStrict`: dates have to differ. */
function rejectUnordered(sent: Json, isStrict: boolean): number | undefined {
  if (!isJsonObject(sent)) return undefined;
  const isUnordered = bounds.some(([lower, upper]) => {
    const [low, high] = [sent[lower], sent[upper]];
    if (low === undefined || high === undefined) return false;
    if (typeof low === 'string') {
      const difference = Date.parse(String(high)) - Date.parse(low);
      return difference < 0 || (isStrict && difference === 0);
    }
    return Number(low) > Number(high);
  });
  return isUnordered ? 422 : undefined;
}

const categories = [
  ...['valid-bodies', 'boundary-values', 'integer-limits', 'decimals', 'random', 'lifecycles', 'form-fields'],
  ...['extra-properties', 'equivalent-requests'],
];

async function errorsOf(collection: RuleCollection): Promise<readonly string[]> {
  const contract = await ruleContract([collection]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [collection]);
  return describeErrors(await verify({ contract, baseUrl, categories, randomOptions: { seed: 1, caseCount: 40 } }));
}

const optional: RuleCollection = {
  path: '/offers',
  ...{ properties, required: ['name'] },
  reject: ({ sent }) => rejectUnordered(sent, false),
};

test.each<[string, RuleCollection]>([
  ['optional', optional],
  ['required', { ...optional, required: Object.keys(properties) }],
  ['dates that must differ', { ...optional, reject: ({ sent }) => rejectUnordered(sent, true) }],
  ['in a form', { ...optional, isForm: true, properties: { name: properties.name, startDate: date, endDate: date } }],
])('accepts a store that rejects a lower bound above the upper one: %s', async (_name, collection) => {
  expect(await errorsOf(collection)).toEqual([]);
});

test('reports that a value of a bound is rejected', async () => {
  const isLargest = (sent: Json) => isJsonObject(sent) && sent.minPrice === 1000;
  const reject: RuleCollection['reject'] = ({ sent }) => (isLargest(sent) ? 422 : rejectUnordered(sent, false));
  expect(await errorsOf({ ...optional, reject })).toContainEqual(
    expect.stringMatching(/^valid-accepted: body.minPrice is 1000/),
  );
});

test('reports that equal bounds are rejected where the schema allows no others', async () => {
  const reject: RuleCollection['reject'] = ({ sent }) =>
    isJsonObject(sent) && sent.maxPrice === 0 ? 422 : rejectUnordered(sent, false);
  expect(await errorsOf({ ...optional, reject })).toContainEqual(
    expect.stringMatching(/^valid-accepted: body.maxPrice is 0/),
  );
});
