/** Creates a test case from its seed and the baseline request that it mutates. */
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { isPasswordLogin, loginRejection } from '../../../spec/login/login-rejection.ts';
import type { Expectation, FreshValues, RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { Sequence } from '../model/sequence.ts';
import type { CaseFacts, RequestCase, SequenceCase, TestCase } from '../model/test-case.ts';
import { type BaselineRequest, mainPayload } from './baseline-request.ts';
import { validRequestSpec, withFreshUuids } from './build-request-spec.ts';
import { withEqualPairs } from './values/equal-pairs.ts';
import { toSlug } from './values/identifier-names.ts';
import { distinctValue, valueSpace } from './values/value-space.ts';

/** The parts of a case that its generator supplies; the rest follows from the baseline request. */
export interface CaseSeed {
  readonly category: string;
  /** Unique within operation and category. */
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
    buildRequest: (fresh) => {
      const requestSpec = withFreshUuids(seed.buildRequest(adaptFreshValues(baseline, fresh)), fresh);
      return expectation === 'accept' ? equalizePairs(baseline, requestSpec) : requestSpec;
    },
    ...(seed.shrink === undefined ? {} : { shrink: () => seed.shrink?.() ?? [] }),
  };
}

/** A valid request repeats the same value where a property confirms another. */
function equalizePairs({ body }: BaselineRequest, requestSpec: RequestSpec): RequestSpec {
  const { value } = requestSpec;
  if (body === undefined || value === undefined) return requestSpec;
  const changed = withEqualPairs(value, body.schema);
  return changed === value ? requestSpec : { ...requestSpec, value: changed, body: stringifyJson(changed) };
}

/** A case of several requests. The fields of `seed` describe the whole sequence. */
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
    release: _release,
    ...caseFacts
  } = createCase(baseline, {
    ...seed,
    buildRequest: (fresh) => validRequestSpec(baseline, fresh),
  });
  const usesFewKeys = baseline.fixedKey?.others?.isUnlimited === false;
  return { ...caseFacts, kind: 'sequence', sequence, isExclusive: seed.isExclusive, usesFewKeys };
}

/** Preceding and accompanying requests get fresh values in the same way. */
function freshenSendMode(baseline: BaselineRequest, { sendMode }: CaseSeed): CaseFacts['sendMode'] {
  if (sendMode?.kind === 'accompanied')
    return {
      ...sendMode,
      buildOther: (fresh) => withFreshUuids(sendMode.buildOther(adaptFreshValues(baseline, fresh)), fresh),
    };
  if (sendMode?.kind !== 'preceded') return sendMode;
  return {
    ...sendMode,
    buildRequests: (mainRequest, fresh) =>
      sendMode
        .buildRequests(mainRequest, adaptFreshValues(baseline, fresh))
        .map((requestSpec) => withFreshUuids(requestSpec, fresh)),
  };
}

/** Adds the restrictions that the implementation has shown to the fresh values. */
export function adaptFreshValues(baseline: BaselineRequest, fresh: FreshValues): FreshValues {
  const { isVerbatim, regeneratesTexts, preservedNames } = baseline;
  const key = keyOf(baseline, fresh);
  if (!isVerbatim && !regeneratesTexts && preservedNames === undefined && key === undefined) return fresh;
  return {
    ...fresh,
    ...(isVerbatim && { isVerbatim: true }),
    ...(regeneratesTexts && { regeneratesTexts: true }),
    ...(preservedNames && { preservedNames }),
    ...(key && { key }),
  };
}

function keyOf({ fixedKey, keyExample, pathKey }: BaselineRequest, fresh: FreshValues): FreshValues['key'] {
  if (pathKey !== undefined) return { property: pathKey.property, isFixed: true, next: () => pathKey.value };
  if (fixedKey !== undefined && fixedKey.isInPath !== true) {
    const { property, example, others } = fixedKey;
    // Sequences use the others where there are few.
    const next = () => (others?.isUnlimited === true ? others.next(fresh) : undefined) ?? example;
    return { property, isFixed: true, next };
  }
  if (keyExample === undefined) return undefined;
  const { property, example, schema } = keyExample;
  const isVaried = (valueSpace(example, schema)?.size ?? 0) >= MIN_KEYS;
  const next = () => (isVaried ? distinctValue(example, schema, fresh) : undefined) ?? example;
  return { property, isFixed: false, next };
}

/** With fewer, sequences would find most of them taken. */
const MIN_KEYS = 1_000;

/** Binary bodies and the literal texts of the document contain no fresh values. */
function isConstantPayload(baseline: BaselineRequest): boolean {
  const payload = mainPayload(baseline);
  return payload !== undefined && payload.full === undefined;
}

/**
 * A JSON patch that is valid by its schema need not apply to the existing record (RFC 6902, section 5), and a password
 * need not be that of the user.
 */
function toleratedFor(baseline: BaselineRequest): readonly ToleratedResponse[] {
  const payload = mainPayload(baseline);
  const status = isPasswordLogin(baseline.operation) ? loginRejection(baseline.operation) : undefined;
  if (status !== undefined)
    return [...(payload?.tolerated ?? []), { status, reason: 'the user may have another password', isExpected: true }];
  const { media } = baseline.body ?? payload ?? {};
  if (media?.range !== 'application/json-patch+json') return payload?.tolerated ?? [];
  return [
    { status: 'declared client error', reason: 'the patch may not apply to the existing record', isExpected: true },
  ];
}
