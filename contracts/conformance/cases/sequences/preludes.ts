/** What may come before a valid request without leaving a trace in its answer. */
import type { Company } from '../../model/case.ts';
import type { CredentialValue, Draft, Fresh, OpenAnswer } from '../../model/draft.ts';
import { payloadOf, type Twin } from '../../request/twin.ts';
import { jsonDraft, rawDraft, validDraft } from '../../request/twin-draft.ts';
import { freshenAll } from '../../request/values/fresh.ts';
import { attacksOn } from '../credentials.ts';
import { invalidTwins } from '../shared/plain-invalid.ts';

export interface Prelude extends Company {
  readonly name: string;
  readonly words: string;
  readonly before: NonNullable<Company['before']>;
  readonly open?: readonly OpenAnswer[];
}

export function* preludes(twin: Twin): Generator<Prelude> {
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
export function distinctDraft(twin: Twin, fresh: Fresh): Draft {
  const { full, schema } = twin.body ?? payloadOf(twin) ?? {};
  if (full === undefined || schema === undefined) return validDraft(twin, fresh);
  const value = freshenAll(full, schema, fresh);
  const payload = payloadOf(twin);
  return payload === undefined ? jsonDraft(twin, value) : rawDraft(twin, payload.write(value));
}
