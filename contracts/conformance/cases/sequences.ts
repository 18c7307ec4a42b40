import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { jsonDraft, rawDraft, validDraft } from '../request/twin-draft.ts';
import { removeAt, sitesBelow } from '../request/values/sites.ts';
import type { Family } from './family.ts';
import { distinctDraft, preludes } from './sequences/preludes.ts';
import { allowsWithout } from './shared/allowed.ts';
import { placeOfRequired } from './shared/keyword-place.ts';
import { invalidTwins } from './shared/plain-invalid.ts';

/** What one request shows of those before it and beside it: nothing, where the contract has no state for it. */
export const sequences: Family = {
  name: 'sequences',
  summary: 'an answer does not depend on the requests before it and beside it',
  *generate(twin): Generator<Case> {
    // What can be had only once cannot be had in a row.
    if (twin.operation.method === 'DELETE') return;
    yield* validAfter(twin);
    yield* invalidAfterValid(twin);
    yield* incompleteAfterBroken(twin);
    yield caseOf(twin, {
      ...valid(twin),
      name: 'in a row',
      mutation: `a valid request, ${IN_A_ROW} times on one connection`,
      company: { inARow: IN_A_ROW },
    });
    yield caseOf(twin, {
      ...valid(twin),
      name: 'at once',
      mutation: `${AT_ONCE} valid requests at the same moment, each of its own`,
      company: { atOnce: AT_ONCE },
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
    build: (fresh: Parameters<Case['build']>[0]) => distinctDraft(twin, fresh),
  } as const;
}

function* validAfter(twin: Twin): Generator<Case> {
  for (const { name, words, open = [], ...company } of preludes(twin)) {
    yield caseOf(twin, {
      ...valid(twin),
      name: `valid after ${name}`,
      topic: `after ${name}`,
      mutation: `a valid request, right after ${words} on the same connection`,
      company,
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
    company: { before: (_judged, fresh) => [validDraft(twin, fresh)] },
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
      company: { before: (_judged, fresh) => [brokenOff(twin, fresh)] },
      build: (fresh) => {
        const { value = {} } = validDraft(twin, fresh);
        return jsonDraft(twin, removeAt(value, path));
      },
    });
  }
}

function brokenOff(twin: Twin, fresh: Parameters<Case['build']>[0]) {
  return rawDraft(twin, { text: String(validDraft(twin, fresh).body).slice(0, -3) });
}
