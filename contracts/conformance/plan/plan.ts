/** What is tried of an operation, and what of it is not judged. */
import type { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Unjudged } from '../../report/stage.ts';
import type { Draws } from '../cases/family.ts';
import type { Case } from '../model/case.ts';

export interface PlanOptions {
  /** Families to run; all when empty. */
  readonly only: readonly string[];
  readonly draws: Draws;
  /** One case of each family in turn, so that the first few are of all kinds; family by family unless told. */
  readonly takesTurns?: boolean;
}

export interface Options extends PlanOptions {
  readonly contract: Contract;
  /** The credentials are known to be right, since another operation takes them. */
  isOpenedElsewhere(): boolean;
}

export interface Plan {
  /** Made as they are asked for. */
  readonly cases: Iterable<Case>;
  readonly unjudged: Unjudged | undefined;
  /** The valid request was tried, and not refused. */
  readonly isAccepted: boolean;
  /** Why it was refused. */
  readonly refusal?: KitError;
  /** For when all other operations were judged, which have something to say on it. */
  readonly atTheEnd?: Iterable<Case>;
  /** Also what a run would only come to by chance. */
  find(caseId: string): Case | undefined;
}

/** The cases that were given, and what remains unjudged all the same. */
export function partial(cases: Iterable<Case>, unjudged: Unjudged | undefined): Plan {
  return {
    cases,
    unjudged,
    isAccepted: false,
    find: (caseId) => Iterator.from(cases).find(({ id }) => id === caseId),
  };
}

/** The plan with each of its cases changed, those that are only found by their ids as well. */
export function withCases(plan: Plan, change: (tried: Case) => Case): Plan {
  const { cases, find } = plan;
  return {
    ...plan,
    cases: { [Symbol.iterator]: () => Iterator.from(cases).map(change) },
    find(caseId) {
      const found = find(caseId);
      return found === undefined ? undefined : change(found);
    },
  };
}

/**
 * Of one operation and family, in the order in which they are made, the later ones of one id numbered. That order is the same
 * each time, so that `replay` finds them.
 */
export function* distinct(cases: Iterable<Case>): Generator<Case> {
  const times = new Map<string, number>();
  for (const tried of cases) {
    const time = (times.get(tried.id) ?? 0) + 1;
    times.set(tried.id, time);
    // No text is written with two of these in a row.
    yield time === 1 ? tried : { ...tried, id: `${tried.id}~~${time}` };
  }
}
