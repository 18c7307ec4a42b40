/** Reads with the ETag that was received, alone, weak, in a list, with a star; and with another one. */
import type { Operation } from '../../../../spec/model/contract.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { Sequence, Step } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { toleratesMissing } from '../model/tolerated-responses.ts';
import { minimalRequestSpec } from '../records/record-requests.ts';
import { ifNoneMatchGoal } from './condition-goals.ts';
import { evaluatesIfNoneMatch } from './declared-conditions.ts';
import { headerParameter, isAllowed, opaqueTag, shownEtag, unknownEtag, withHeader } from './entity-tags.ts';

/** Undefined unless the operation declares If-None-Match or 304. */
export function createIfNoneMatchSequence(baseline: BaselineRequest): Sequence | undefined {
  const { operation } = baseline;
  if (!evaluatesIfNoneMatch(operation)) return undefined;
  return {
    // 304 alone may be meant for caches only.
    goals: headerParameter(operation, 'if-none-match') === undefined ? [] : [ifNoneMatchGoal(operation)],
    requiresGoals: true,
    *generateSteps(fresh) {
      const requestSpec = withoutHeaders(minimalRequestSpec(baseline, fresh), /^(?:if-.*|range)$/i);
      const description = 'it is read';
      let isRespected = true;
      for (const { make, hasCurrent } of conditions) {
        // A server that ignores the header ignores it in every form.
        if (hasCurrent && !isRespected) continue;
        const shown = yield { operation, requestSpec, description, tolerated: toleratesMissing };
        const etag = shownEtag(shown);
        if (!isSuccessfulExchange(shown) || etag === undefined) return;
        const condition = make(etag, unknownEtag(etag, headerParameter(operation, 'if-none-match')));
        if (condition === undefined || !isAllowed(condition, headerParameter(operation, 'if-none-match'))) continue;
        const response = yield ifNoneMatchStep({ operation, requestSpec, shown }, { condition, hasCurrent });
        if (hasCurrent) isRespected = statusOf(response) === 304;
      }
    },
  };
}

interface NamedCondition {
  readonly hasCurrent: boolean;
  /** From the current ETag, and one that no version has. */
  make(etag: string, other: string | undefined): string | undefined;
}

const conditions: readonly NamedCondition[] = [
  { hasCurrent: true, make: (etag) => etag },
  { hasCurrent: false, make: (_etag, other) => other },
  { hasCurrent: true, make: (etag, other) => (other === undefined ? undefined : `${other}, ${etag}`) },
  // The comparison is weak: W/ makes no difference.
  { hasCurrent: true, make: (etag) => (etag.startsWith('"') ? `W/${etag}` : opaqueTag(etag)) },
  { hasCurrent: true, make: () => '*' },
];

interface ConditionalRead {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  /** The response without the condition. */
  readonly shown: Exchange;
}

export function ifNoneMatchStep(
  { operation, requestSpec, shown }: ConditionalRead,
  { condition, hasCurrent }: { readonly condition: string; readonly hasCurrent: boolean },
): Step {
  return {
    operation,
    requestSpec: withHeader(requestSpec, 'If-None-Match', condition),
    description: `it is read with If-None-Match ${condition}`,
    expectation: 'unspecified',
    expectedState: { expects: 'if-none-match', condition, hasCurrent, shown },
  };
}

export function withoutHeaders(requestSpec: RequestSpec, names: RegExp): RequestSpec {
  return { ...requestSpec, headers: requestSpec.headers.filter(([name]) => !names.test(name)) };
}
