/** The ids of new records: valid, unused, and in a sequence that ends. */
import { describe, expect, it } from 'vitest';
import type { RecordStore } from '../../../mock/model/storage.ts';
import { generateIds, idPosition } from '../../../mock/records/values/generate-ids.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { parseSchema } from '../../spec/support.ts';

const name = '/tools';

interface Given {
  readonly records?: RecordStore;
  readonly count?: number;
  /** Whether each id is used for a record. */
  readonly isUsed?: boolean;
}

/** The first ids for these schemas: of the property, and of the path parameter. */
async function firstIds(
  schemas: readonly string[],
  { records = createMemoryStorage().records, count = 3, isUsed = true }: Given = {},
): Promise<readonly Json[]> {
  const ids: Json[] = [];
  const idSchemas = schemas.map((text) => parseSchema(text));
  for await (const id of generateIds({ resource: { idSchemas }, records, name, seed: 'a' })) {
    ids.push(id);
    if (isUsed) await records.insert(name, String(id), {});
    if (ids.length === count) break;
  }
  return ids;
}

describe('numeric ids', () => {
  it.each([
    ['{ type: integer }', [1, 2, 3]],
    ['{ type: integer, minimum: 0 }', [1, 2, 3]],
    ['{ type: integer, minimum: -5, maximum: 2 }', [1, 2]],
    ['{ type: integer, minimum: 7 }', [7, 8, 9]],
    ['{ type: integer, exclusiveMinimum: 7 }', [8, 9, 10]],
    ['{ type: integer, minimum: 7, exclusiveMinimum: 3 }', [7, 8, 9]],
    ['{ type: number, exclusiveMinimum: 7.5 }', [8, 9, 10]],
    ['{ type: integer, minimum: 7.5 }', [8, 9, 10]],
    ['{ type: integer, multipleOf: 5 }', [5, 10, 15]],
    ['{ type: integer, multipleOf: 5, minimum: 11 }', [15, 20, 25]],
    ['{ type: integer, multipleOf: 5, minimum: 15 }', [15, 20, 25]],
    ['{ type: number, multipleOf: 0.5 }', [1, 2, 3]],
  ])('of %s are %j', async (schema, expected) => {
    expect(await firstIds([schema])).toEqual(expected);
  });

  it.each([
    ['minimum', 9007199254740993n, 0n],
    ['exclusiveMinimum', 9007199254740993n, 1n],
    ['minimum', 2n ** 63n + 1024n, 0n],
    ['exclusiveMinimum', 2n ** 63n + 1024n, 1n],
    ['multipleOf', 2n ** 63n + 1024n, 0n],
  ])('are exact with a large %s', async (keyword, bound, above) => {
    expect(await firstIds([`{ type: integer, ${keyword}: ${bound} }`], { count: 1 })).toEqual([bound + above]);
  });

  it('skip invalid numbers, and continue above them after fewer than ten', async () => {
    const between = (last: number) => `{ type: integer, not: { minimum: 2, maximum: ${last} } }`;
    const options = { isUsed: false };
    expect(await firstIds([between(10)], options)).toEqual([1, 11, 12]);
    // After ten invalid numbers, the search starts again at the lowest.
    expect(await firstIds([between(11)], options)).toEqual([1, 1, 12]);
  });

  it('are the lowest unused numbers after the highest', async () => {
    const { records } = createMemoryStorage();
    const schema = '{ type: integer, maximum: 5 }';
    for (const id of ['1', '2', '4']) await records.insert(name, id, {});
    await records.reserveNumbers(name, 5);
    expect(await firstIds([schema], { records, count: 9 })).toEqual([3, 5]);
    expect(await firstIds([schema], { records, count: 9 })).toEqual([]);
  });
});

describe('other ids', () => {
  it.each([
    [['{ enum: [a, b] }'], ['a', 'b', 'a']],
    [['{ type: integer, enum: [4, 9] }'], [4, 9, 4]],
    [['{ type: string }'], ['1', '2', '3']],
    [['{ type: string, minLength: 3 }'], ['001', '002', '003']],
    [['{ type: string, format: email }'], ['someone1@example.com', 'someone2@example.com', 'someone3@example.com']],
    [[], ['1', '2', '3']],
  ])('of %j are %j', async (schemas, expected) => {
    expect(await firstIds(schemas, { isUsed: false })).toEqual(expected);
  });

  it('of a pattern match it, are plain if possible, and differ', async () => {
    const ids = await firstIds(['{ type: string, pattern: "^[a-z/]{2,3}$" }'], { isUsed: false });
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[a-z]{2,3}$/)));
    expect(new Set(ids).size).toBe(3);
  });

  it('match the pattern of the path, and the schema of the property', async () => {
    const ids = await firstIds(['{ type: string, maxLength: 4 }', '{ type: string, pattern: "^x[0-9]+$" }']);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^x\d{1,3}$/)));
  });

  it.each(['{ type: string, format: uuid }', '{ type: string }'])('are UUIDs if the path needs one: %s', async (id) => {
    const ids = await firstIds([id, '{ type: string, format: uuid }']);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/)));
    expect(new Set(ids).size).toBe(3);
  });
});

it('the search for an id ends if no id is valid', async () => {
  const { records } = createMemoryStorage();
  let calls = 0;
  const nextNumber = async (collection: string) => {
    calls += 1;
    if (calls > 2_000) throw new Error('the search does not end');
    return records.nextNumber(collection);
  };
  const schema = '{ type: string, format: email, maxLength: 3 }';
  expect(await firstIds([schema], { records: { ...records, nextNumber } })).toEqual([]);
  expect(calls).toBe(1_000);
});

describe('the position of an id in the sequence of numbers', () => {
  it.each<readonly [string, Json, number]>([
    ['{ type: integer }', 1, 1],
    ['{ type: integer }', '7', 7],
    ['{ type: integer }', 0, 0],
    ['{ type: integer }', -3, 0],
    ['{ type: integer }', 'seven', 0],
    ['{ type: integer }', 9007199254740993n, 0],
    ['{ type: string }', '7', 0],
    ['{ type: integer, minimum: 5 }', 5, 1],
    ['{ type: integer, minimum: 5 }', 7, 3],
    ['{ type: integer, minimum: 5 }', 2, 0],
    ['{ type: integer, multipleOf: 5 }', 15, 3],
    ['{ type: integer, multipleOf: 5 }', 17, 3],
  ])('of %s: %s is %s', (schema, id, position) => {
    expect(idPosition({ idSchemas: [parseSchema(schema)] }, id)).toBe(position);
  });
});

describe('ids that are a text in the record and a number in the path', () => {
  it.each([
    ['{ type: integer }', ['1', '2', '3']],
    ['{ type: integer, minimum: 5 }', ['5', '6', '7']],
  ])('are those that the parameter %s accepts', async (parameter, expected) => {
    expect(await firstIds(['{ type: string }', parameter])).toEqual(expected);
  });
});
