import { crash } from '../exchange.ts';
import { JsonNumber, wholeNumber } from '../json.ts';
import { faulty } from '../variant.ts';
import { type Change, failsOn, refusesId } from './changes.ts';

const int32Max = 2n ** 31n - 1n;
const int64Max = 2n ** 63n - 1n;
const int64Min = -(2n ** 63n);
const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Ids at the limits of the machine's types, refused or let in. */
export const numbers = faulty('basic', [
  {
    name: 'refuses-id-beyond-double',
    what: 'It refuses ids beyond 2^53-1, as Number.isSafeInteger does.',
    behaviour: refusesId((id) => id > safeMax || id < -safeMax),
  },
  {
    name: 'refuses-id-beyond-int32',
    what: 'It refuses ids beyond 2^31-1, as a Java Integer does.',
    behaviour: refusesId((id) => id > int32Max || id < -int32Max - 1n),
  },
  {
    name: 'fails-on-id-beyond-int32',
    what: 'It answers 500 for ids beyond 2^31-1, as an INTEGER column in PostgreSQL raises an error.',
    behaviour: failsOn(({ id }) => id > int32Max || id < -int32Max - 1n, crash),
  },
  {
    name: 'refuses-negative-id',
    what: 'It refuses ids below 0, as an unsigned column or @Positive does.',
    behaviour: refusesId((id) => id < 0n),
  },
  {
    name: 'fails-on-negative-id',
    what: 'It answers 500 for ids below 0, as an unsigned column out of range does.',
    behaviour: failsOn(({ id }) => id < 0n, crash),
  },
  {
    name: 'refuses-id-zero',
    what: 'It treats the id 0 as missing, as empty() in PHP or !body.id in JavaScript does.',
    behaviour: refusesId((id) => id === 0n),
  },
  {
    name: 'refuses-largest-id',
    what: 'It refuses 9223372036854775807, as a comparison with < does.',
    behaviour: refusesId((id) => id === int64Max),
  },
  {
    name: 'refuses-smallest-id',
    what: 'It refuses -9223372036854775808, as a parser that reads the digits first and negates then does.',
    behaviour: refusesId((id) => id === int64Min),
  },
  {
    name: 'fails-on-smallest-id',
    what: 'It answers 500 for -9223372036854775808, as Math.absExact does.',
    behaviour: failsOn(({ id }) => id === int64Min, crash),
  },
  {
    name: 'takes-id-beyond-int64',
    what: 'It takes integers of any size for an id, as Python does.',
    behaviour: takesWhole(() => true),
  },
  {
    name: 'takes-id-just-above-int64',
    what: 'It takes 9223372036854775808 for an id, as the limit, compared as a double, is the same number.',
    behaviour: takesWhole((id) => Number(id) === Number(int64Max)),
  },
  {
    name: 'takes-id-just-below-int64',
    what: 'It takes -9223372036854775809 for an id, as the limit, compared as a double, is the same number.',
    behaviour: takesWhole((id) => Number(id) === Number(int64Min)),
  },
  {
    name: 'takes-unsigned-id',
    what: 'It takes ids up to 2^64-1, as a uint64 in Go does.',
    behaviour: takesWhole((id) => id > 0n && id < 2n ** 64n),
  },
]);

function takesWhole(matches: (id: bigint) => boolean): Change {
  return (right) => ({
    readId: (value) => {
      const id = value instanceof JsonNumber ? wholeNumber(value) : undefined;
      return id !== undefined && matches(id) ? BigInt.asIntN(64, id) : right.readId(value);
    },
  });
}
