import type { Json } from '../../../spec/exact-json.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case, Company, Draft, OpenAnswer } from '../case.ts';
import { replaceAt, sitesBelow } from '../sites.ts';
import { type CaseSeed, caseOf, jsonDraft, rawDraft, type Twin, validDraft } from '../twin.ts';
import type { Family } from './family.ts';

/** What one request shows of those before it and beside it: nothing, where the contract has no state for it. */
export const sequences: Family = {
  name: 'sequences',
  summary: 'an answer does not depend on the requests before it and beside it',
  *generate(twin): Generator<Case> {
    // What can be had only once cannot be had in a row.
    if (twin.operation.method === 'DELETE') return;
    yield* validAfter(twin);
    yield* invalidAfterValid(twin);
    yield caseOf(twin, {
      ...common(twin),
      ...valid(twin),
      name: 'in a row',
      mutation: `a valid request, ${IN_A_ROW} times on one connection`,
      company: { inARow: IN_A_ROW },
    });
    yield caseOf(twin, {
      ...common(twin),
      ...valid(twin),
      name: 'at once',
      mutation: `${AT_ONCE} valid requests at the same moment, each of its own`,
      company: { atOnce: AT_ONCE },
    });
    yield* inTurns(twin);
  },
};

/** A fault in every 25th request is seen. */
const IN_A_ROW = 30;
/** A store that takes one request at a time, and 300 ms for each, still answers within the usual limit. */
const AT_ONCE = 12;

function common({ operation, body }: Twin) {
  return { family: 'sequences', topic: 'sequence', place: body?.media.place ?? operation.place } as const;
}

function valid(twin: Twin): Pick<CaseSeed, 'expectation' | 'build'> {
  return { expectation: 'accept', build: (fresh) => validDraft(twin, fresh) };
}

const mayBeKnown: readonly OpenAnswer[] = [
  { status: 'declared client error', because: 'a store may refuse what it has already' },
];

interface Prelude {
  readonly name: string;
  readonly words: string;
  readonly before: NonNullable<Company['before']>;
  readonly open?: readonly OpenAnswer[];
}

function* validAfter(twin: Twin): Generator<Case> {
  for (const { name, words, before, open = [] } of preludes(twin)) {
    yield caseOf(twin, {
      ...common(twin),
      ...valid(twin),
      name: `valid after ${name}`,
      topic: `after ${name}`,
      mutation: `a valid request, right after ${words} on the same connection`,
      company: { before },
      open,
    });
  }
}

/** What an earlier request leaves behind: its values are those of the judged one, so that a trace of it is seen. */
function* preludes(twin: Twin): Generator<Prelude> {
  const { body } = twin;
  yield {
    name: 'the same request',
    words: 'the very same request',
    before: (judged) => [judged],
    open: mayBeKnown,
  };
  if (body !== undefined) {
    yield {
      name: 'an invalid one',
      words: 'the same request with one property of a wrong type',
      before: (judged) => invalidTwins(twin, judged).slice(0, 1),
    };
    yield {
      name: 'several invalid ones',
      words: 'three invalid requests',
      before: (judged) => repeatedTo(3, invalidTwins(twin, judged)),
    };
    yield {
      name: 'a broken one',
      words: 'a request whose JSON breaks off',
      before: (judged) => [rawDraft(twin, { text: String(judged.body).slice(0, -3) })],
    };
  }
  yield* refusedPreludes(twin);
}

/** What was refused must have had no effect. */
function* refusedPreludes(twin: Twin): Generator<Prelude> {
  const { schemes } = twin;
  const [scheme] = schemes;
  if (scheme === undefined) return;
  const without = (judged: Draft): Draft => ({
    ...judged,
    credentials: { schemes, scheme, value: { kind: 'none' } },
  });
  yield {
    name: 'a refused one',
    words: 'the same request without credentials',
    before: (judged) => [without(judged)],
  };
  yield {
    name: 'several refused ones',
    words: 'the same request three times without credentials',
    before: (judged) => [without(judged), without(judged), without(judged)],
  };
}

/** The judged body with one property of the wrong type each, the last properties first. */
function invalidTwins(twin: Twin, { value }: Draft): readonly Draft[] {
  const { body } = twin;
  if (body === undefined || value === undefined) return [];
  const wrong: readonly Json[] = [{ value: 7 }, 7, 'seven', null];
  return [...sitesBelow(body.schema, value)]
    .toReversed()
    .flatMap(({ path }) => wrong.map((part) => replaceAt(value, path, part)))
    .filter((changed) => !isValid(body.schema, changed, 'request'))
    .map((changed) => jsonDraft(twin, changed));
}

function repeatedTo(count: number, drafts: readonly Draft[]): readonly Draft[] {
  return drafts.length === 0
    ? []
    : Array.from({ length: count }, (_, i) => drafts[i % drafts.length] ?? []).flat();
}

/** Validation that is done once, or for a connection, is seen here. */
function* invalidAfterValid(twin: Twin): Generator<Case> {
  const { body } = twin;
  if (body === undefined || invalidTwins(twin, { ...jsonDraft(twin, body.full) }).length === 0) return;
  yield caseOf(twin, {
    ...common(twin),
    name: 'invalid after valid',
    topic: 'invalid after valid',
    expectation: 'reject',
    mutation: 'one property is of a wrong type, right after a valid request on the same connection',
    company: { before: (_judged, fresh) => [validDraft(twin, fresh)] },
    build: (fresh) => {
      const draft = validDraft(twin, fresh);
      return invalidTwins(twin, draft)[0] ?? draft;
    },
  });
}

/** The whole life of a connection: valid, refused, invalid, and again valid. */
function* inTurns(twin: Twin): Generator<Case> {
  const [scheme] = twin.schemes;
  if (twin.body === undefined || scheme === undefined) return;
  yield caseOf(twin, {
    ...common(twin),
    ...valid(twin),
    name: 'in turns',
    topic: 'in turns',
    mutation: 'a valid request after a valid, an invalid and a refused one on the same connection',
    company: {
      before: (judged, fresh) => [
        validDraft(twin, fresh),
        ...invalidTwins(twin, judged).slice(0, 1),
        { ...judged, credentials: { schemes: twin.schemes, scheme, value: { kind: 'none' } } },
      ],
    },
  });
}
