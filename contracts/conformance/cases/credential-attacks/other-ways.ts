/**
 * Other ways to an operation, without credentials: another method or path that an implementation may treat as the same
 * operation, but does not protect. The contract does not cover them, so a success alone proves nothing: it has to show
 * what the operation shows only with credentials.
 */
import { isSecured, type Operation } from '../../../../spec/model/contract.ts';
import { isAccessDenied, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { Sequence, Step } from '../../model/sequence.ts';
import type { TestCase } from '../../model/test-case.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { validRequestSpec } from '../../request/build-request-spec.ts';
import { createSequenceCase } from '../../request/create-case.ts';
import { isInvalidCredential } from '../../request/credentials/security-alternatives.ts';
import { type OtherWay, otherWays } from './path-spellings.ts';
import { showsSameContent, showsSameHead } from './same-content.ts';

/** For reads only: their responses can be compared, and nothing changes where the way is open. */
export function* otherWayCases(baseline: BaselineRequest): Generator<TestCase> {
  const { operation, declaredMethods } = baseline;
  if (operation.method !== 'GET' || !isSecured(operation)) return;
  if (!isInvalidCredential(baseline, { schemes: [] })) return;
  const place = operation.security[0]?.place ?? operation.place;
  for (const way of otherWays) {
    if (way.method !== undefined && declaredMethods.has(way.method)) continue;
    yield createSequenceCase(
      baseline,
      {
        category: 'authentication',
        name: `other way/${way.name}`,
        topic: 'another way to the operation',
        expectation: 'unspecified',
        mutation: `no credential is sent, and ${way.mutation}`,
        place,
      },
      createSequence(baseline, way),
    );
  }
}

/** Nearly always one request. Only where it isSuccessfulExchange, others find out what that means. */
function createSequence(baseline: BaselineRequest, way: OtherWay): Sequence {
  const { operation } = baseline;
  const place = operation.security[0]?.place ?? operation.place;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      const valid = validRequestSpec(baseline, fresh);
      const bare: RequestSpec = { ...valid, credentials: { schemes: [] } };
      const changed = way.change(bare, operation);
      const step = (requestSpec: RequestSpec, description: string): Step => ({
        operation,
        requestSpec,
        description,
        expectation: 'unspecified',
      });
      const description = `no credential is sent, and ${way.mutation}`;
      const first = yield step(changed, description);
      if (!isSuccessfulExchange(first)) return;
      const own = yield step(bare, 'no credential is sent');
      if (!isAccessDenied(statusOf(own) ?? 0)) return;
      // An implementation may respond so to every path.
      const unknown = yield step(way.change(atUnknownPath(bare), unknownOperation(operation)), 'the path is unknown');
      if (isSuccessfulExchange(unknown)) return;
      const shown = yield step(valid, 'the request is valid');
      if (statusOf(shown) !== statusOf(first)) return;
      const isSame = way.method === 'HEAD' ? showsSameHead : showsSameContent;
      if (isSame(shown, first)) yield { ...step(changed, description), expectedState: { expects: 'denial', place } };
    },
  };
}

const unknownSegment = 'unknown-7c1fd0a9';

/** As many segments, none of which is declared. */
function atUnknownPath(requestSpec: RequestSpec): RequestSpec {
  return { ...requestSpec, path: unknownPath(requestSpec.path) };
}

function unknownOperation(operation: Operation): Pick<Operation, 'path'> {
  return { path: unknownPath(operation.path) };
}

/** Leaves the query as it is. */
function unknownPath(path: string): string {
  return path.replace(/^[^?]*/, (pathname) => pathname.replaceAll(/[^/]+/g, unknownSegment));
}
