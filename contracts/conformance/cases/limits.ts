import { isNumeric } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import type { Case } from '../model/case.ts';
import type { OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import { isValidText } from '../request/parameters/parameters.ts';
import type { Payload } from '../request/payload/payload.ts';
import { type Twin, withPayload } from '../request/twin.ts';
import { jsonDraft, rawDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';
import { formatProbes } from './limits/formats.ts';
import { enumProbes, type Probe } from './limits/probe.ts';
import { type JudgedProbe, probesFor } from './limits/probes.ts';
import { textProbes } from './limits/texts.ts';
import { placeOfKeyword } from './shared/keyword-place.ts';
import { allMutationPointsOf, freshWith, type MutationPoint } from './shared/mutation-points.ts';

/** Every bound that the contract sets: the last value within it, the one before, and the first outside. */
export const limits: Family = {
  name: 'limits',
  summary: 'values are taken up to the bounds of the contract and not beyond',
  *generate({ twin }): Generator<Case> {
    yield* plainTexts(twin);
    if (twin.body === undefined) return;
    for (const point of allMutationPointsOf(twin.body)) {
      for (const probe of probesFor(point)) yield caseFor(twin, point, probe);
    }
  },
};

function caseFor(twin: Twin, point: MutationPoint, { keyword, words, value, side, open }: JudgedProbe): Case {
  return caseOf(twin, {
    family: 'limits',
    name: `${point.name}/${keyword}/${words}`,
    topic: `${point.name} ${keyword} ${side}`,
    expectation: side === 'within' ? 'accept' : 'reject',
    mutation: `${point.name} is ${words}`,
    place: placeOfKeyword(point.schema, keyword),
    open: open === undefined ? [] : [{ status: 'declared client error', because: open }],
    fixed: isNumeric(value) ? 'number' : 'text',
    build: (fresh) => jsonDraft(twin, freshWith(point, value, fresh)),
  });
}

/** Bodies of plain text: their lengths, and what else their schema says of them. */
function* plainTexts(twin: Twin): Generator<Case> {
  for (const payload of twin.payloads) {
    const { schema, type, kind } = payload;
    if (kind !== 'text' || schema === undefined || !/^text\/plain\b/i.test(type)) continue;
    const { text = '' } = payload.write(payload.full);
    for (const probe of probesOf(flatten(schema), String(text))) {
      const tried = plainTextCase(withPayload(twin, payload), { payload, schema, probe });
      if (tried !== undefined) yield tried;
    }
  }
}

function* probesOf(flat: Schema, text: string): Generator<Probe> {
  yield* textProbes(flat, text);
  yield* formatProbes(flat.format, text);
  if (flat.enum !== undefined) yield* enumProbes('enum', flat.enum);
  if (flat.const !== undefined) yield* enumProbes('const', [flat.const.value]);
}

interface Tried {
  readonly payload: Payload;
  readonly schema: Schema;
  readonly probe: Probe;
}

/** Undefined for what is no text, and for what is wrong in white space at its ends, which a body of text may gain or lose. */
function plainTextCase(twin: Twin, { payload, schema, probe }: Tried): Case | undefined {
  const { keyword, words, value, side } = probe;
  if (typeof value !== 'string' || value === '') return undefined;
  const isWithin = isValidText(schema, value);
  if (isWithin ? side === 'beyond' : side === 'within' || isValidText(schema, value.trim())) return undefined;
  return caseOf(twin, {
    family: 'limits',
    name: `${payload.type}/${keyword}/${words}`,
    topic: `text ${keyword} ${isWithin ? 'within' : 'beyond'}`,
    expectation: isWithin ? 'accept' : 'reject',
    mutation: `the text is ${words}`,
    place: placeOfKeyword(schema, keyword),
    open: isWithin && /[^\x00-\x7f]/.test(value) ? encodingUnsaid : [],
    fixed: 'text',
    build: () => rawDraft(twin, { text: value, contentType: payload.type }),
  });
}

const encodingUnsaid: readonly OpenAnswer[] = [
  { status: 'declared client error', because: 'in which encoding a text is, nobody has said' },
];
