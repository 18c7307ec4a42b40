import { isInteger, type Json } from '../../../spec/exact-json.ts';
import { integerRanges } from '../../../spec/formats.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case, Fresh, OpenAnswer } from '../case.ts';
import { freshen } from '../fresh.ts';
import { replaceAt, type Site, sitesBelow } from '../sites.ts';
import { caseOf, jsonDraft, rawDraft, type Twin, type TwinBody } from '../twin.ts';
import type { Family } from './family.ts';

/** Whole numbers at the limits of their format, where doubles round, and just outside. */
export const integerLimits: Family = {
  name: 'integer-limits',
  summary: 'whole numbers are taken up to their limits and not beyond',
  *generate(twin): Generator<Case> {
    const { body } = twin;
    if (body === undefined) return;
    for (const site of sitesBelow(body.schema, body.full)) {
      if (!isInteger(site.value)) continue;
      for (const number of exactSpecimens(site.flat.format)) yield exactCase(twin, body, site, number);
      for (const specimen of freshSpecimens) yield* freshCase(twin, body, site, specimen);
      if (integerRanges.has(site.flat.format ?? '')) yield beyondDouble(twin, body, site);
      yield* spellings(twin, body, site);
      for (const known of knownNumbers) yield* knownCase(twin, body, site, known);
    }
  },
};

const at31 = 2n ** 31n;
const at53 = 2n ** 53n;

function exactSpecimens(format: string | undefined): readonly bigint[] {
  const range = integerRanges.get(format ?? '');
  const ends =
    range === undefined
      ? []
      : [range.min, range.min + 1n, range.max - 1n, range.max, range.min - 1n, range.max + 1n];
  const small = [0n, 1n, -1n];
  const where32BitsEnd = [at31 - 1n, at31, -at31, -at31 - 1n];
  const whereDoublesRound = [at53 - 1n, at53, at53 + 1n, -at53 - 1n, 2n ** 63n - 512n];
  return [
    ...new Set([...small, ...where32BitsEnd, ...whereDoublesRound, ...ends, 10n ** 25n, -(10n ** 25n)]),
  ];
}

function exactCase(twin: Twin, body: TwinBody, site: Site, number: bigint): Case {
  const value = toJson(number);
  const valid = isValid(body.schema, replaceAt(body.full, site.path, value), 'request');
  const { format } = site.flat;
  return caseOf(twin, {
    family: 'integer-limits',
    name: `${site.name}/${number}`,
    topic: `${site.name} ${valid ? 'within' : 'beyond'}`,
    expectation: valid ? expectationWithin(format) : 'reject',
    mutation: `${site.name} is ${number}, ${valid ? 'within' : 'outside'} what the contract allows${format === undefined ? '' : ` (${format})`}`,
    place: site.schema.place,
    fixed: 'number',
    build: (fresh) => jsonDraft(twin, replaceAt(freshen(body.full, body.schema, fresh), site.path, value)),
  });
}

/** Without a format the contract allows any size, which no implementation has: what is refused is left open. */
function expectationWithin(format: string | undefined) {
  return integerRanges.has(format ?? '') ? ('accept' as const) : ('silent' as const);
}

interface FreshSpecimen {
  readonly name: string;
  /** From a new number of at most 31 bits. */
  from(number: bigint): bigint;
}

/** Near the limits, but new in every run, for stores that refuse duplicates. */
const freshSpecimens: readonly FreshSpecimen[] = [
  { name: 'negative', from: (number) => -number },
  { name: 'beyond 32 bits', from: (number) => at31 * 4n + number },
  { name: 'odd beyond 2^53', from: (number) => at53 + 2n * number + 1n },
  { name: 'odd below -2^53', from: (number) => -at53 - 2n * number - 1n },
  { name: 'near the top of 64 bits', from: (number) => 2n ** 63n - number },
  { name: 'near the bottom of 64 bits', from: (number) => number - 2n ** 63n },
];

function* freshCase(twin: Twin, body: TwinBody, site: Site, { name, from }: FreshSpecimen): Generator<Case> {
  const { format } = site.flat;
  const probe = replaceAt(body.full, site.path, toJson(from(1_000_001n)));
  if (!integerRanges.has(format ?? '') || !isValid(body.schema, probe, 'request')) return;
  yield caseOf(twin, {
    family: 'integer-limits',
    name: `${site.name}/${name}`,
    topic: `${site.name} within`,
    expectation: 'accept',
    mutation: `${site.name} is a new number, ${name} (${format})`,
    place: site.schema.place,
    build: (fresh: Fresh) => {
      const value = toJson(from(BigInt(fresh.number())));
      return jsonDraft(twin, replaceAt(freshen(body.full, body.schema, fresh), site.path, value));
    },
  });
}

/** A spelling that a double makes infinite. */
function beyondDouble(twin: Twin, body: TwinBody, site: Site): Case {
  return caseOf(twin, {
    family: 'integer-limits',
    name: `${site.name}/1e400`,
    topic: `${site.name} beyond`,
    expectation: 'reject',
    mutation: `${site.name} is 1e400, which a double makes infinite (${site.flat.format})`,
    place: site.schema.place,
    build: (fresh) => {
      const number = fresh.number();
      const draft = jsonDraft(twin, replaceAt(freshen(body.full, body.schema, fresh), site.path, number));
      return { ...draft, body: String(draft.body).replace(`${number}`, '1e400'), value: undefined };
    },
  });
}

/** JSON has one kind of number: whether 1.0 and 1e3 are whole is for the implementation to say. */
function* spellings(twin: Twin, body: TwinBody, site: Site): Generator<Case> {
  for (const [name, spell] of [
    ['point zero', (number: number) => `${number}.0`],
    ['exponent', (number: number) => `${number}e0`],
  ] as const) {
    yield caseOf(twin, {
      family: 'integer-limits',
      name: `${site.name}/${name}`,
      topic: `${site.name} spelt ${name}`,
      expectation: 'silent',
      mutation: `${site.name} is a whole number written with ${name}`,
      place: site.schema.place,
      build: (fresh) => {
        const number = fresh.number();
        const { body: text, value } = jsonDraft(
          twin,
          replaceAt(freshen(body.full, body.schema, fresh), site.path, number),
        );
        return rawDraft(twin, { text: String(text).replace(`${number}`, spell(number)), value });
      },
    });
  }
}

interface KnownNumber {
  readonly name: string;
  /** From a number that was accepted before. */
  from(first: bigint): bigint;
  readonly open?: readonly OpenAnswer[];
}

/** Numbers that the implementation has seen already, or that it takes for such in 32 bits or in a double. */
const knownNumbers: readonly KnownNumber[] = [
  {
    name: 'known already',
    from: (first) => first,
    open: [{ status: 'declared client error', because: 'a store may refuse what it has already' }],
  },
  { name: 'equal to a known one in 32 bits', from: (first) => first + 2n ** 32n },
  { name: 'exact in a double', from: (first) => at53 + 4n * first },
  { name: 'equal to the one before in a double', from: (first) => at53 + 4n * first + 1n },
];

/** With another record than the one they were seen with. */
function* knownCase(
  twin: Twin,
  body: TwinBody,
  site: Site,
  { name, from, open = [] }: KnownNumber,
): Generator<Case> {
  const probe = replaceAt(body.full, site.path, toJson(from(1_000_001n)));
  if (!integerRanges.has(site.flat.format ?? '') || !isValid(body.schema, probe, 'request')) return;
  yield caseOf(twin, {
    family: 'integer-limits',
    name: `${site.name}/${name}`,
    topic: `${site.name} ${name}`,
    expectation: 'accept',
    mutation: `${site.name} is a number ${name}, and the rest is new`,
    place: site.schema.place,
    open,
    build: (fresh) => {
      const value = toJson(from(BigInt(fresh.known())));
      return jsonDraft(twin, replaceAt(freshen(body.full, body.schema, fresh), site.path, value));
    },
  });
}

function toJson(number: bigint): Json {
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
}
