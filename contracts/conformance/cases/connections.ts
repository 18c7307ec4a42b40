import { isSecured } from '../../../spec/model/contract.ts';
import type { Case, Company } from '../model/case.ts';
import type { OpenAnswer } from '../model/draft.ts';
import type { Delivery } from '../model/exchange.ts';
import { type CaseSeed, caseOf } from '../request/case-of.ts';
import { payloadOf, type Twin } from '../request/twin.ts';
import { validDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';
import { plainInvalid } from './shared/plain-invalid.ts';

/** The connection beneath the request: new or kept, closed or not, asked before the body is sent, read slowly. */
export const connections: Family = {
  name: 'connections',
  summary: 'a request is the same on whatever connection it comes, and nothing follows its answer',
  *generate({ twin }): Generator<Case> {
    yield* ways(twin);
    yield* watched(twin);
  },
};

interface Way {
  readonly name: string;
  readonly mutation: string;
  readonly header?: readonly [string, string];
  readonly delivery?: Delivery;
  readonly company?: Company;
  readonly open?: readonly OpenAnswer[];
  readonly needsBody?: boolean;
}

const expectationFailed: readonly OpenAnswer[] = [
  { status: 417, because: 'HTTP lets a server say that it cannot meet an Expect' },
];
const lengthAsked: readonly OpenAnswer[] = [
  { status: 411, because: 'a server may ask for the length of the body' },
];

/** RFC 9112, sections 6 and 9; RFC 9110, section 10.1.1. */
const allWays: readonly Way[] = [
  { name: 'new', mutation: 'the connection is new', company: { kind: 'new connection' } },
  {
    name: 'closed',
    mutation: 'the client closes the connection after the answer',
    header: ['Connection', 'close'],
    company: { kind: 'new connection' },
  },
  {
    name: 'chunked',
    mutation: 'the body comes chunked, without its length',
    delivery: 'chunked',
    company: { kind: 'paused' },
    open: lengthAsked,
    needsBody: true,
  },
  {
    name: 'in pieces',
    mutation: 'the body comes in two packets',
    delivery: 'in pieces',
    company: { kind: 'paused' },
    needsBody: true,
  },
  {
    name: 'expecting 100',
    mutation: 'the body waits for 100 Continue',
    delivery: 'expecting 100',
    open: expectationFailed,
    needsBody: true,
  },
  {
    name: 'read slowly',
    mutation: 'the client reads the answer slowly',
    delivery: 'read slowly',
    company: { kind: 'paused' },
  },
];

function* ways(twin: Twin): Generator<Case> {
  for (const { name, mutation, header, delivery, company, open, needsBody } of allWays) {
    if (needsBody && twin.body === undefined && payloadOf(twin) === undefined) continue;
    yield caseOf(twin, {
      ...common(twin),
      name,
      topic: name,
      expectation: 'accept',
      mutation,
      company,
      open: open ?? [],
      build: (fresh) => {
        const draft = validDraft(twin, fresh);
        const headers = header === undefined ? draft.headers : [...draft.headers, header];
        return { ...draft, headers, ...(delivery === undefined ? {} : { delivery }) };
      },
    });
  }
}

function common(twin: Twin): Pick<CaseSeed, 'family' | 'place'> {
  const { media } = twin.body ?? payloadOf(twin) ?? {};
  return { family: 'connections', place: media?.place ?? twin.operation.place };
}

/** After an answer of each kind the connection is silent. */
function* watched(twin: Twin): Generator<Case> {
  const { schemes } = twin;
  // A certificate is shown before there is a request.
  const scheme = isSecured(twin.operation) ? schemes.find(({ type }) => type !== 'mutualTLS') : undefined;
  const seed = (name: string, mutation: string) => ({
    ...common(twin),
    name: `watched/${name}`,
    topic: 'watched',
    mutation: `${mutation}, and the connection is watched after the answer`,
    company: { kind: 'watched' } as const,
  });
  yield caseOf(twin, {
    ...seed('valid', 'the request is valid'),
    expectation: 'accept',
    build: (fresh) => validDraft(twin, fresh),
  });
  const invalid = plainInvalid(twin);
  if (invalid !== undefined)
    yield caseOf(twin, {
      ...seed('invalid', 'the body is invalid'),
      expectation: 'reject',
      build: () => invalid,
    });
  if (scheme === undefined) return;
  yield caseOf(twin, {
    ...seed('refused', `the credential of ${JSON.stringify(scheme.name)} is left out`),
    place: scheme.place,
    expectation: 'refuse',
    build: (fresh) => ({
      ...validDraft(twin, fresh),
      credentials: { schemes, scheme, value: { kind: 'none' } },
    }),
  });
}
