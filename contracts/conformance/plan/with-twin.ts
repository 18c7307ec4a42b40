/** The plan of an operation that takes a valid request: all families, each case with what this implementation leaves open. */

import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { contextOf } from '../cases/family.ts';
import { plainValidCase, validBodies } from '../cases/valid-bodies.ts';
import { families, familiesFor } from '../families.ts';
import type { Ready } from '../fixtures/preflight.ts';
import type { Case } from '../model/case.ts';
import type { Fresh, OpenAnswer } from '../model/draft.ts';
import type { Twin } from '../request/twin.ts';
import { distinct, type Options, type Plan } from './plan.ts';

/** `asked` is what the contract has as a valid request; `ready` has the one that was accepted. */
export function planFrom(asked: Twin, ready: Ready, options: Options): Plan {
  const cases = fullPlan(asked, ready, options);
  const find = (caseId: string) => findIn(ready, { cases, contract: options.contract }, caseId);
  return { cases, unjudged: undefined, isAccepted: true, find };
}

function findIn(
  ready: Ready,
  { cases, contract }: { readonly cases: Iterable<Case>; readonly contract: Contract },
  caseId: string,
): Case | undefined {
  const { twin } = ready;
  const prefix = `${twin.slug}/`;
  for (const { name, find } of families) {
    if (find === undefined || !caseId.startsWith(`${prefix}${name}/`)) continue;
    const found = find(contextOf(twin, { contract }), caseId.slice(prefix.length + name.length + 1));
    if (found !== undefined) return withPolicy(found, ready);
  }
  return Iterator.from(cases).find(({ id }) => id === caseId);
}

/** What is valid is tried as the contract has it; every other case is a mutation of the request that was accepted. */
function* fullPlan(
  asked: Twin,
  ready: Ready,
  { only, draws, takesTurns = false, contract }: Options,
): Generator<Case> {
  const parts = familiesFor(only).map((family) => {
    const { isFrozen, redraws = false } = ready.twin;
    const from = family === validBodies && !isFrozen ? { ...asked, redraws } : ready.twin;
    return distinct(family.generate(contextOf(from, { draws, contract })));
  });
  for (const tried of takesTurns ? inTurns<Case>(parts) : oneAfterTheOther(parts))
    yield withPolicy(tried, ready);
}

function* oneAfterTheOther(parts: Iterable<Iterable<Case>>): Generator<Case> {
  for (const part of parts) yield* part;
}

const duplicateRefused: OpenAnswer = {
  status: 'declared client error',
  because: 'this implementation refuses duplicates, and the value is the same in every run',
  isExpected: true,
};

const onlyExamples: OpenAnswer = {
  status: 'declared client error',
  because: 'this implementation takes what the contract gives as examples, and may know no more',
  isExpected: true,
};

function withPolicy(tried: Case, { twin, duplicates }: Ready): Case {
  const isDuplicate = mayBeDuplicate[duplicates](tried);
  const isOther = twin.isFrozen && tried.expectation === 'accept' && tried.id !== plainValidCase(twin).id;
  const open = [...(isDuplicate ? [duplicateRefused] : []), ...(isOther ? [onlyExamples] : [])];
  const judged = twin.kept === undefined ? tried : namingOwn(tried, twin.kept);
  return open.length === 0 ? judged : { ...judged, open: [...tried.open, ...open] };
}

const mayBeDuplicate: Readonly<Record<Ready['duplicates'], (tried: Case) => boolean>> = {
  taken: () => false,
  'refused by number': ({ fixed }) => fixed === 'number',
  refused: (tried) => tried.fixed !== undefined || (tried.expectation === 'accept' && isConstant(tried)),
  'refused, however new': ({ expectation }) => expectation === 'accept',
};

/** A body that is made anew from its schema names records that may not be there. */
function namingOwn(tried: Case, kept: ReadonlySet<Json>): Case {
  if (tried.kind === 'sequence') return tried;
  const names = [...kept].map(String);
  return {
    ...tried,
    build(fresh) {
      const draft = tried.build(fresh);
      const isOwn = names.every((name) => String(draft.body).includes(name));
      return isOwn ? draft : { ...draft, mayNotExist: true };
    },
  };
}

/** One of each in turn, until all have come to their end. */
export function* inTurns<Item>(parts: Iterable<Iterable<Item>>): Generator<Item> {
  let iterators = Array.from(parts, (part) => part[Symbol.iterator]());
  while (iterators.length > 0) {
    const more: Iterator<Item>[] = [];
    for (const iterator of iterators) {
      const next = iterator.next();
      if (next.done === true) continue;
      more.push(iterator);
      yield next.value;
    }
    iterators = more;
  }
}

/** Whether a request with a body is the same in every run: the part that would have been fresh is not in it. */
export function isConstant(tried: Case): boolean {
  if (tried.kind === 'sequence') return false;
  const { build } = tried;
  const [one, other] = [build(stub(1)), build(stub(2))];
  if (one.body === undefined || other.body === undefined) return false;
  return one.path === other.path && Buffer.from(one.body).equals(Buffer.from(other.body));
}

/** Two of them have nothing in common. */
function stub(index: 1 | 2): Fresh {
  return {
    known: () => 1_000_000 + index,
    number: () => 1_000_000 + index,
    word: () => `w${index}`,
    uuid: () => `9b7c4e52-0f3d-4a61-8c2e-d15a7f60b38${index}`,
  };
}
