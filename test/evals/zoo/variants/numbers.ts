import { JsonNumber, wholeNumber } from '../json.ts';
import { throwServerError } from '../response.ts';
import { faulty } from '../variant.ts';
import { failsOn, type PlantStoreChange, rejectsId } from './changes.ts';

const int32Max = 2n ** 31n - 1n;
const int64Max = 2n ** 63n - 1n;
const int64Min = -(2n ** 63n);
const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Ids at the limits of the machine's types, refused or let in. */
export const numbers = faulty('basic', [
  {
    name: 'rejects-id-beyond-double',
    description: 'It rejects ids beyond 2^53-1, as Number.isSafeInteger does.',
    behavior: rejectsId((id) => id > safeMax || id < -safeMax),
  },
  {
    name: 'rejects-id-beyond-int32',
    description: 'It rejects ids beyond 2^31-1, as a Java Integer does.',
    behavior: rejectsId((id) => id > int32Max || id < -int32Max - 1n),
  },
  {
    name: 'fails-on-id-beyond-int32',
    description: 'It returns 500 for ids beyond 2^31-1, as an INTEGER column in PostgreSQL raises an error.',
    behavior: failsOn(({ id }) => id > int32Max || id < -int32Max - 1n, throwServerError),
  },
  {
    name: 'rejects-negative-id',
    description: 'It rejects ids below 0, as an unsigned column or @Positive does.',
    behavior: rejectsId((id) => id < 0n),
  },
  {
    name: 'fails-on-negative-id',
    description: 'It returns 500 for ids below 0, as an unsigned column out of range does.',
    behavior: failsOn(({ id }) => id < 0n, throwServerError),
  },
  {
    name: 'rejects-id-zero',
    description: 'It treats the id 0 as missing, as empty() in PHP or !body.id in JavaScript does.',
    behavior: rejectsId((id) => id === 0n),
  },
  {
    name: 'rejects-largest-id',
    description: 'It refuses 9223372036854775807, as a comparison with < does.',
    behavior: rejectsId((id) => id === int64Max),
  },
  {
    name: 'rejects-smallest-id',
    description: 'It rejects -9223372036854775808, as a parser that reads the digits first and negates then does.',
    behavior: rejectsId((id) => id === int64Min),
  },
  {
    name: 'fails-on-smallest-id',
    description: 'It returns 500 for -9223372036854775808, as Math.absExact does.',
    behavior: failsOn(({ id }) => id === int64Min, throwServerError),
  },
  {
    name: 'takes-id-beyond-int64',
    description: 'It accepts integers of any size as an id, as Python does.',
    behavior: takesWhole(() => true),
  },
  {
    name: 'takes-id-just-above-int64',
    description: 'It accepts 9223372036854775808 as an id, as the limit, compared as a double, is the same number.',
    behavior: takesWhole((id) => Number(id) === Number(int64Max)),
  },
  {
    name: 'takes-id-just-below-int64',
    description: 'It accepts -9223372036854775809 as an id, as the limit, compared as a double, is the same number.',
    behavior: takesWhole((id) => Number(id) === Number(int64Min)),
  },
  {
    name: 'takes-unsigned-id',
    description: 'It accepts ids up to 2^64-1, as a uint64 in Go does.',
    behavior: takesWhole((id) => id > 0n && id < 2n ** 64n),
  },
]);

function takesWhole(matches: (id: bigint) => boolean): PlantStoreChange {
  return (right) => ({
    readId: (value) => {
      const id = value instanceof JsonNumber ? wholeNumber(value) : undefined;
      return id !== undefined && matches(id) ? BigInt.asIntN(64, id) : right.readId(value);
    },
  });
}
