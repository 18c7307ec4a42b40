import type { Operation } from '../../../spec/model/contract.ts';
import type { Case } from '../model/case.ts';
import type { Draft } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import { validDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';

/** What the client says that it takes: the answer stays one that the contract declares. */
export const negotiation: Family = {
  name: 'negotiation',
  summary: 'the answer is a declared one, whatever the client says that it takes',
  *generate({ twin }): Generator<Case> {
    for (const { name, mutation, accept, expectation = 'accept' } of wishes(twin.operation)) {
      yield caseOf(twin, {
        family: 'negotiation',
        name,
        topic: name,
        expectation,
        mutation,
        place: twin.operation.place,
        open: [{ status: 406, because: 'HTTP has a status of its own for what cannot be had' }],
        build: (fresh) => withAccept(validDraft(twin, fresh), accept),
      });
    }
  },
};

interface Wish {
  readonly name: string;
  readonly mutation: string;
  /** Undefined for no header. */
  readonly accept: string | undefined;
  readonly expectation?: 'silent';
}

function* wishes(operation: Operation): Generator<Wish> {
  yield { name: 'nothing said', mutation: 'there is no Accept', accept: undefined };
  yield { name: 'anything', mutation: 'Accept is */*', accept: '*/*' };
  const [first, ...others] = successTypes(operation);
  if (first !== undefined) {
    const accept = `text/html, ${first};q=0.9, */*;q=0.1`;
    yield { name: 'with weights', mutation: `Accept is ${accept}`, accept };
  }
  for (const type of first === undefined || others.length === 0 ? [] : [first, ...others])
    yield { name: `only ${type}`, mutation: `Accept is ${type}, one of several declared`, accept: type };
  yield {
    name: 'what is not declared',
    mutation: 'Accept is image/png',
    accept: 'image/png',
    expectation: 'silent',
  };
}

function successTypes({ responses }: Operation): readonly string[] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const types = successes.flatMap(({ content }) => content.map(({ range }) => range));
  return [...new Set(types)].filter((type) => !type.includes('*'));
}

function withAccept(draft: Draft, accept: string | undefined): Draft {
  const others = draft.headers.filter(([name]) => name.toLowerCase() !== 'accept');
  return { ...draft, headers: accept === undefined ? others : [['Accept', accept], ...others] };
}
