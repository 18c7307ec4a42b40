import { isJsonArray, isNumeric, type Json } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { FreshValues, ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import { type BaselineRequest, withPayload } from '../request/baseline-request.ts';
import { jsonRequestSpec, rawRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { isValidText } from '../request/parameters/serialize-parameters.ts';
import type { Payload } from '../request/payload/payload.ts';
import { freshenRepeated } from '../request/values/freshen.ts';
import { boundaryProbes, type ClassifiedProbe } from './boundary-values/boundary-probes.ts';
import { withFreshLocalPart } from './boundary-values/format-lengths.ts';
import { formatProbes } from './boundary-values/formats.ts';
import { laterItemProbes } from './boundary-values/later-items.ts';
import { type BoundaryProbe, describeProbe, enumProbes } from './boundary-values/probe.ts';
import { textProbes } from './boundary-values/texts.ts';
import { findKeywordPlace } from './shared/keyword-place.ts';
import {
  allMutationPoints,
  type BranchPoint,
  branchPoints,
  freshBodyWith,
  type MutationPoint,
} from './shared/mutation-points.ts';
import type { TestCategory } from './test-category.ts';

/** For every bound of the contract: the last value within it, the one before, and the first beyond it. */
export const boundaryValues: TestCategory = {
  name: 'boundary-values',
  summary: 'values are accepted up to the bounds of the contract, and rejected beyond them',
  *generate({ baseline }): Generator<TestCase> {
    yield* plainTextCases(baseline);
    if (baseline.body === undefined) return;
    for (const point of allMutationPoints(baseline.body)) {
      for (const probe of boundaryProbes(point)) yield boundaryCase(baseline, point, probe);
    }
    for (const point of branchPoints(baseline.body)) yield* branchCases(baseline, point);
    for (const { point, probe } of laterItemProbes(baseline.body)) yield boundaryCase(baseline, point, probe);
  },
};

function boundaryCase(baseline: BaselineRequest, point: MutationPoint, probe: ClassifiedProbe): TestCase {
  const { keyword, name, value, side, toleratedBecause } = probe;
  return createCase(baseline, {
    category: 'boundary-values',
    name: `${point.name}/${keyword}/${name}`,
    topic: `${point.name} ${keyword} ${side}`,
    expectation: side === 'within' ? 'accept' : 'reject',
    mutation: `${point.name} is ${describeProbe(probe)}`,
    place: findKeywordPlace(point.schema, keyword),
    tolerated: toleratedBecause === undefined ? [] : [{ status: 'declared client error', reason: toleratedBecause }],
    constantPart: isNumeric(value) ? 'number' : 'text',
    buildRequest: (fresh) => jsonRequestSpec(baseline, freshBodyWith(point, freshProbe(point, probe, fresh), fresh)),
  });
}

/** What implementations may require to be unique: the items of a list, which repeat the accepted ones, and an email. */
function freshProbe({ schema }: MutationPoint, { keyword, value }: BoundaryProbe, fresh: FreshValues): Json {
  if (keyword === 'maxLength' && typeof value === 'string') return withFreshLocalPart(value, fresh);
  const isCount = keyword === 'maxItems' || keyword === 'minItems';
  return isCount && isJsonArray(value) ? freshenRepeated(value, schema, fresh) : value;
}

/** The bounds that only a branch of a condition states. */
function* branchCases(baseline: BaselineRequest, point: BranchPoint): Generator<TestCase> {
  const { branchName, ownSchema } = point;
  const name = `${point.name} (under "${branchName}")`;
  for (const probe of boundaryProbes(point)) {
    if (ownSchema.keywordLines.has(probe.keyword)) yield boundaryCase(baseline, { ...point, name }, probe);
  }
}

/** Bodies of plain text: their length and the other constraints of their schema. */
function* plainTextCases(baseline: BaselineRequest): Generator<TestCase> {
  for (const payload of baseline.payloads) {
    const { schema, type, kind } = payload;
    if (kind !== 'text' || schema === undefined || !/^text\/plain\b/i.test(type)) continue;
    const { content = '' } = payload.write(payload.full);
    for (const probe of textBoundaryProbes(flattenSchema(schema), String(content))) {
      const testCase = plainTextCase(withPayload(baseline, payload), { payload, schema, probe });
      if (testCase !== undefined) yield testCase;
    }
  }
}

function* textBoundaryProbes(flat: Schema, text: string): Generator<BoundaryProbe> {
  yield* textProbes(flat, text);
  yield* formatProbes(flat.format, text);
  if (flat.enum !== undefined) yield* enumProbes('enum', flat.enum);
  if (flat.const !== undefined) yield* enumProbes('const', [flat.const.value]);
}

interface PlainTextProbe {
  readonly payload: Payload;
  readonly schema: Schema;
  readonly probe: BoundaryProbe;
}

/** Undefined if the value is not text or differs only in outer white space, which a text body may gain or lose. */
function plainTextCase(baseline: BaselineRequest, { payload, schema, probe }: PlainTextProbe): TestCase | undefined {
  const { keyword, name, value, side } = probe;
  if (typeof value !== 'string' || value === '') return undefined;
  const isWithin = isValidText(schema, value);
  if (isWithin ? side === 'beyond' : side === 'within' || isValidText(schema, value.trim())) return undefined;
  return createCase(baseline, {
    category: 'boundary-values',
    name: `${payload.type}/${keyword}/${name}`,
    topic: `text ${keyword} ${isWithin ? 'within' : 'beyond'}`,
    expectation: isWithin ? 'accept' : 'reject',
    mutation: `the text is ${describeProbe(probe)}`,
    place: findKeywordPlace(schema, keyword),
    tolerated: isWithin && /[^\x00-\x7f]/.test(value) ? toleratesUnstatedEncoding : [],
    constantPart: 'text',
    buildRequest: () => rawRequestSpec(baseline, { content: value, contentType: payload.type }),
  });
}

const toleratesUnstatedEncoding: readonly ToleratedResponse[] = [
  { status: 'declared client error', reason: 'the contract does not specify the encoding of the text' },
];
