/** A case of what a generator says of it, and the twin that it is a mutation of. */

import type { Expectation, FreshValues, RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { Sequence } from '../model/sequence.ts';
import type { CaseFacts, RequestCase, SequenceCase, TestCase } from '../model/test-case.ts';
import { type BaselineRequest, mainPayload } from './baseline-request.ts';
import { validRequestSpec, withFreshUuids } from './build-request-spec.ts';
import { toSlug } from './values/identifier-names.ts';

/** What a case generator says of a case; the rest follows from the twin. */
export interface CaseSeed {
  readonly category: string;
  /** Unique within operation and family. */
  readonly name: string;
  readonly topic: string;
  readonly expectation: Expectation;
  readonly mutation: string;
  readonly place: CaseFacts['place'];
  readonly tolerated?: readonly ToleratedResponse[];
  readonly constantPart?: CaseFacts['constantPart'];
  readonly sendMode?: CaseFacts['sendMode'];
  buildRequest(fresh: FreshValues): RequestSpec;
  shrink?(): Iterable<TestCase>;
}

export function createCase(baseline: BaselineRequest, seed: CaseSeed): RequestCase {
  const { operation } = baseline;
  const { category, name, topic, expectation, mutation, place, tolerated = [] } = seed;
  return {
    kind: 'request',
    id: `${baseline.slug}/${category}/${toSlug(name)}`,
    operation,
    category,
    topic,
    expectation,
    mutation,
    place,
    tolerated: [...tolerated, ...toleratedFor(baseline)],
    constantPart: seed.constantPart ?? (isConstantPayload(baseline) ? 'text' : undefined),
    sendMode: freshenSendMode(baseline, seed),
    buildRequest: (fresh) => withFreshUuids(seed.buildRequest(adaptFreshValues(baseline, fresh)), fresh),
    ...(seed.shrink === undefined ? {} : { shrink: () => seed.shrink?.() ?? [] }),
  };
}

/** Several requests in place of the one; `seed` says of them what it says of a request. */
export function createSequenceCase(
  baseline: BaselineRequest,
  seed: Omit<CaseSeed, 'buildRequest' | 'sendMode' | 'shrink'> & { readonly isExclusive?: boolean },
  sequence: Sequence,
): SequenceCase {
  const {
    kind: _kind,
    buildRequest: _buildRequest,
    shrink: _shrink,
    prepare: _prepare,
    ...caseFacts
  } = createCase(baseline, {
    ...seed,
    buildRequest: (fresh) => validRequestSpec(baseline, fresh),
  });
  return { ...caseFacts, kind: 'sequence', sequence, isExclusive: seed.isExclusive };
}

/** What goes before it has fresh values as it has itself. */
function freshenSendMode(baseline: BaselineRequest, { sendMode }: CaseSeed): CaseFacts['sendMode'] {
  if (sendMode?.kind !== 'preceded') return sendMode;
  return {
    ...sendMode,
    buildRequests: (mainRequest, fresh) =>
      sendMode
        .buildRequests(mainRequest, adaptFreshValues(baseline, fresh))
        .map((requestSpec) => withFreshUuids(requestSpec, fresh)),
  };
}

/** With what the implementation has shown to mind. */
export function adaptFreshValues(
  { isVerbatim, regeneratesTexts, preservedNames }: BaselineRequest,
  fresh: FreshValues,
): FreshValues {
  if (!isVerbatim && !regeneratesTexts && preservedNames === undefined) return fresh;
  return {
    ...fresh,
    ...(isVerbatim && { isVerbatim: true }),
    ...(regeneratesTexts && { regeneratesTexts: true }),
    ...(preservedNames && { preservedNames }),
  };
}

/** Bytes, and the texts of the document, have no fresh values in them. */
function isConstantPayload(baseline: BaselineRequest): boolean {
  const payload = mainPayload(baseline);
  return payload !== undefined && payload.full === undefined;
}

/** What a schema allows as a JSON patch need not fit the record that is there (RFC 6902, section 5). */
function toleratedFor(baseline: BaselineRequest): readonly ToleratedResponse[] {
  const payload = mainPayload(baseline);
  const { media } = baseline.body ?? payload ?? {};
  if (media?.range !== 'application/json-patch+json') return payload?.tolerated ?? [];
  return [{ status: 'declared client error', reason: 'the patch may not fit what is there', isExpected: true }];
}
