/** Values that only a branch of a condition allows, days of the calendar, tuples, and lists in a path. */
import { test } from 'vitest';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { checksOnVisits, type VisitOverrides } from './visit-store.ts';

const categories = ['schema-combinations', 'boundary-values', 'missing-properties', 'lifecycles', 'parameters'];

test.concurrent.for(categories)('reports no error for a correct implementation: %s', async (category, context) => {
  const { expect, onTestFinished } = context;
  expect(await checksOnVisits({}, { category }, onTestFinished)).toEqual([]);
});

const isStaff = ({ kind }: { readonly kind?: Json }) => kind === 'staff';
const lacksBadge = (body: { readonly badge?: Json }) => body.badge === undefined;

test.concurrent.for<[string, string, string, VisitOverrides]>([
  [
    'ignores what else forbids',
    'schema-combinations',
    'invalid-rejected',
    { accepts: (body, isAllowed) => isAllowed || (body['kind'] === 'guest' && !lacksBadge(body)) },
  ],
  [
    'ignores what then requires',
    'missing-properties',
    'invalid-rejected',
    { accepts: (body, isAllowed) => isAllowed || (isStaff(body) && lacksBadge(body)) },
  ],
  [
    'ignores a bound of then',
    'boundary-values',
    'invalid-rejected',
    { accepts: (body, isAllowed) => isAllowed || (isStaff(body) && !lacksBadge(body) && body['hours'] === 3) },
  ],
  [
    'does not check what only then allows',
    'boundary-values',
    'invalid-rejected',
    { accepts: (body, isAllowed) => isAllowed || (isStaff(body) && typeof body['badge'] === 'string') },
  ],
  [
    'rejects what only then allows',
    'schema-combinations',
    'valid-accepted',
    { accepts: (body, isAllowed) => isAllowed && lacksBadge(body) },
  ],
  [
    'accepts a fourth item of a tuple',
    'boundary-values',
    'invalid-rejected',
    { accepts: ({ place }, isAllowed) => isAllowed || (place !== undefined && isJsonArray(place) && place.length > 3) },
  ],
  [
    'rejects 29 February',
    'lifecycles',
    'valid-accepted',
    { accepts: ({ arrivedOn }, isAllowed) => isAllowed && !String(arrivedOn).endsWith('-02-29') },
  ],
  [
    'stores 29 February as 1 March',
    'lifecycles',
    'created-is-echoed',
    { stores: (body) => mapDay(body, (day) => day.replace('-02-29', '-03-01')) },
  ],
  [
    'shifts days before 1970',
    'lifecycles',
    'created-is-echoed',
    { stores: (body) => mapDay(body, (day) => (day < '1970' ? '1969-07-21' : day)) },
  ],
  [
    'reads items in another case',
    'lifecycles',
    'read-returns-written',
    {
      shows: ({ tags = [], ...visit }) => ({
        ...visit,
        tags: isJsonArray(tags) ? tags.map((tag) => String(tag).toLowerCase()) : tags,
      }),
    },
  ],
  [
    'does not count the items of a path',
    'parameters',
    'invalid-rejected',
    { acceptsDays: (days) => days.every((day) => /^[1-9]\d?$/.test(day) && Number(day) <= 31) },
  ],
  [
    'does not check the bounds of items of a path',
    'parameters',
    'invalid-rejected',
    { acceptsDays: (days) => days.length <= 3 && days.every((day) => /^\d+$/.test(day)) },
  ],
  [
    'does not check the minimum of a member of a deepObject',
    'parameters',
    'invalid-rejected',
    { acceptsHours: (hour) => /^-?\d{1,19}$/.test(hour) && BigInt(hour) < 2n ** 63n },
  ],
  [
    'accepts integers beyond 64 bits in a deepObject',
    'parameters',
    'invalid-rejected',
    { acceptsHours: (hour) => /^\d+$/.test(hour) },
  ],
  [
    'accepts any property of JSON in the query',
    'parameters',
    'invalid-rejected',
    { acceptsWhere: (where, isAllowed) => isAllowed || (where['kind'] === 'guest' && 'unknown' in where) },
  ],
  [
    'does not check a number of JSON in the query',
    'parameters',
    'invalid-rejected',
    { acceptsWhere: ({ kind, floor }, isAllowed) => isAllowed || (kind === 'guest' && floor !== undefined) },
  ],
  [
    'returns what it starts without the sign of a number',
    'boundary-values',
    'created-is-echoed',
    { stores: ({ priority, ...body }) => (priority === undefined ? body : { ...body, priority: positive(priority) }) },
  ],
])('reports an implementation that %s', async ([_title, category, check, overrides], { expect, onTestFinished }) => {
  expect(await checksOnVisits(overrides, { category }, onTestFinished)).toContain(check);
});

test.concurrent.for<[string, VisitOverrides]>([
  ['future days alone', { accepts: ({ arrivedOn = '3' }, isAllowed) => isAllowed && String(arrivedOn) >= '2025' }],
  ['past days alone', { accepts: ({ arrivedOn = '2' }, isAllowed) => isAllowed && String(arrivedOn) < '2027' }],
  [
    'days of one year',
    { accepts: ({ arrivedOn = '2026' }, isAllowed) => isAllowed && /^2026/.test(String(arrivedOn)) },
  ],
])(
  'reports no error for an implementation that accepts %s',
  async ([_title, overrides], { expect, onTestFinished }) => {
    expect(await checksOnVisits(overrides, { category: 'lifecycles' }, onTestFinished)).toEqual([]);
  },
);

function positive(value: Json): Json {
  return typeof value === 'number' ? Math.abs(value) : value;
}

function mapDay<Body extends { readonly arrivedOn?: Json }>(body: Body, change: (day: string) => string): Body {
  return isJsonObject(body) && typeof body.arrivedOn === 'string'
    ? { ...body, arrivedOn: change(body.arrivedOn) }
    : body;
}
