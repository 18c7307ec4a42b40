import type { Case, Preceded } from '../model/case.ts';
import type { CredentialValue, Draft, Fresh, OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import { payloadOf, type Twin } from '../request/twin.ts';
import { jsonDraft, rawDraft, validDraft } from '../request/twin-draft.ts';
import { freshenAll } from '../request/values/fresh.ts';
import { removeAt, sitesBelow } from '../request/values/sites.ts';
import { attacksOn } from './credentials.ts';
import type { Family } from './family.ts';
import { allowsWithout } from './shared/allowed.ts';
import { placeOfRequired } from './shared/keyword-place.ts';
import { invalidTwins } from './shared/plain-invalid.ts';

/** What one request shows of those before it and beside it: nothing, where the contract has no state for it. */
export const sequences: Family = {
  name: 'sequences',
  summary: 'an answer does not depend on the requests before it and beside it',
  *generate({ twin }): Generator<Case> {
    // What can be had only once cannot be had in a row.
    if (twin.operation.method === 'DELETE') return;
    yield* validAfter(twin);
    yield* invalidAfterValid(twin);
    yield* incompleteAfterBroken(twin);
    yield caseOf(twin, {
      ...valid(twin),
      name: 'in a row',
      mutation: `a valid request, ${IN_A_ROW} times on one connection`,
      company: { kind: 'in a row', times: IN_A_ROW },
    });
    yield caseOf(twin, {
      ...valid(twin),
      name: 'at once',
      mutation: `${AT_ONCE} valid requests at the same moment, each of its own`,
      company: { kind: 'at once', times: AT_ONCE },
    });
  },
};

/** A fault in every 25th request is seen. */
const IN_A_ROW = 30;
/** A store that takes one request at a time, and 300 ms for each, still answers within the usual limit. */
const AT_ONCE = 12;

function common({ operation, body }: Twin) {
  return { family: 'sequences', topic: 'sequence', place: body?.media.place ?? operation.place } as const;
}

function valid(twin: Twin) {
  return {
    ...common(twin),
    expectation: 'accept',
    build: (fresh: Fresh) => distinctDraft(twin, fresh),
  } as const;
}

function* validAfter(twin: Twin): Generator<Case> {
  for (const { name, words, open = [], ...company } of preludes(twin)) {
    yield caseOf(twin, {
      ...valid(twin),
      name: `valid after ${name}`,
      topic: `after ${name}`,
      mutation: `a valid request, right after ${words} on the same connection`,
      company: { kind: 'preceded', ...company },
      open,
    });
  }
}

/** Validation that is done once, or for a connection, is seen here. */
function* invalidAfterValid(twin: Twin): Generator<Case> {
  const { body } = twin;
  if (body === undefined || invalidTwins(twin, jsonDraft(twin, body.full)).length === 0) return;
  yield caseOf(twin, {
    ...common(twin),
    name: 'invalid after valid',
    topic: 'invalid after valid',
    expectation: 'reject',
    mutation: 'one property is of a wrong type, right after a valid request on the same connection',
    company: { kind: 'preceded', before: (_judged, fresh) => [validDraft(twin, fresh)] },
    build: (fresh) => {
      const draft = validDraft(twin, fresh);
      return invalidTwins(twin, draft)[0] ?? draft;
    },
  });
}

/** What a parser has left behind must not stand in for what is missing. */
function* incompleteAfterBroken(twin: Twin): Generator<Case> {
  const { body } = twin;
  if (body === undefined) return;
  const required = sitesBelow(body.schema, body.full).filter(
    ({ path: [name, ...deeper] }) =>
      typeof name === 'string' && deeper.length === 0 && !allowsWithout({ body, path: [name] }),
  );
  for (const { name, path } of required) {
    yield caseOf(twin, {
      ...common(twin),
      name: `${name} missing after a broken one`,
      topic: 'missing after a broken one',
      expectation: 'reject',
      mutation: `the required property ${name} is left out, right after a request whose JSON breaks off on the same connection`,
      place: placeOfRequired(body.schema, String(path[0])),
      company: { kind: 'preceded', before: (_judged, fresh) => [brokenOff(twin, fresh)] },
      build: (fresh) => {
        const { value = {} } = validDraft(twin, fresh);
        return jsonDraft(twin, removeAt(value, path));
      },
    });
  }
}

function brokenOff(twin: Twin, fresh: Fresh) {
  return rawDraft(twin, { text: String(validDraft(twin, fresh).body).slice(0, -3) });
}

/** What may come before a valid request without leaving a trace in its answer. */
interface Prelude extends Omit<Preceded, 'kind'> {
  readonly name: string;
  readonly words: string;
  readonly open?: readonly OpenAnswer[];
}

function* preludes(twin: Twin): Generator<Prelude> {
  yield {
    name: 'the same request',
    words: 'the very same request',
    before: (judged) => [judged],
    open: mayBeKnown,
  };
  if (twin.setsCookies) yield withItsCookies(twin);
  if (twin.body !== undefined) yield* invalidPreludes(twin);
  yield* refusedPreludes(twin);
}

const mayBeKnown: readonly OpenAnswer[] = [
  { status: 'declared client error', because: 'a store may refuse what it has already', isExpected: true },
];

function withItsCookies(twin: Twin): Prelude {
  return {
    name: 'a valid one, with its cookies',
    words: 'another one, with the cookies that it has set,',
    before: (_judged, fresh) => [validDraft(twin, fresh)],
    cookies: true,
  };
}

/** What was rejected must have had no effect, whether it was about the same record or about another. */
function* invalidPreludes(twin: Twin): Generator<Prelude> {
  yield {
    isRefusedBefore: true,
    name: 'invalid ones',
    words: 'the same request with each property in turn of a wrong type',
    before: (judged) => invalidTwins(twin, judged),
  };
  yield {
    isRefusedBefore: true,
    name: 'an invalid one of its own',
    words: 'another request with one property of a wrong type',
    before: (_judged, fresh) => invalidTwins(twin, distinctDraft(twin, fresh)).slice(0, 1),
  };
  yield {
    isRefusedBefore: true,
    name: 'a broken one',
    words: 'a request whose JSON breaks off',
    before: (judged) => [rawDraft(twin, { text: String(judged.body).slice(0, -3) })],
  };
}

/** What was refused must have had no effect. */
function* refusedPreludes(twin: Twin): Generator<Prelude> {
  const [scheme] = twin.schemes;
  if (scheme === undefined) return;
  const none = refusedWith(twin, { kind: 'none' });
  yield {
    isRefusedBefore: true,
    name: 'a refused one',
    words: 'the same request without credentials',
    before: (judged) => [none(judged)],
  };
  const wrong = attacksOn(scheme).find(({ name }) => name === 'wrong');
  if (wrong === undefined) return;
  const withWrong = refusedWith(twin, wrong.value);
  yield {
    isRefusedBefore: true,
    name: 'wrong credentials',
    words: 'the same request three times with wrong credentials',
    before: (judged) => [withWrong(judged), withWrong(judged), withWrong(judged)],
  };
  if (twin.body === undefined) return;
  yield {
    name: 'all of them',
    words: 'a valid, an invalid and a refused one',
    before: (judged, fresh) => [
      validDraft(twin, fresh),
      ...invalidTwins(twin, judged).slice(0, 1),
      none(judged),
    ],
  };
}

function refusedWith({ schemes }: Twin, value: CredentialValue): (draft: Draft) => Draft {
  return (draft) => {
    const [scheme] = schemes;
    return scheme === undefined ? draft : { ...draft, credentials: { schemes, scheme, value } };
  };
}

/** A valid request none of whose texts and numbers is that of another. */
function distinctDraft(twin: Twin, fresh: Fresh): Draft {
  const { full, schema } = twin.body ?? payloadOf(twin) ?? {};
  if (full === undefined || schema === undefined) return validDraft(twin, fresh);
  const value = freshenAll(full, schema, fresh);
  const payload = payloadOf(twin);
  return payload === undefined ? jsonDraft(twin, value) : rawDraft(twin, payload.write(value));
}
