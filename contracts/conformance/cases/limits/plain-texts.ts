/** Bodies of plain text: their lengths, and what else their schema says of them. */
import { flatten } from '../../../../spec/flatten.ts';
import type { Schema } from '../../../../spec/schema.ts';
import type { Case } from '../../model/case.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import { isValidText } from '../../request/parameters/parameters.ts';
import type { Payload } from '../../request/payload/payload.ts';
import { type Twin, withPayload } from '../../request/twin.ts';
import { rawDraft } from '../../request/twin-draft.ts';
import { placeOfKeyword } from '../shared/keyword-place.ts';
import { enumProbes } from './enums.ts';
import { formatProbes } from './formats.ts';
import type { Probe } from './probe.ts';
import { textProbes } from './texts.ts';

export function* plainTexts(twin: Twin): Generator<Case> {
  for (const payload of twin.payloads) {
    const { schema, type, kind } = payload;
    if (kind !== 'text' || schema === undefined || !/^text\/plain\b/i.test(type)) continue;
    const { text = '' } = payload.write(payload.full);
    for (const probe of probesOf(flatten(schema), String(text))) {
      const tried = caseFor(withPayload(twin, payload), { payload, schema, probe });
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
function caseFor(twin: Twin, { payload, schema, probe }: Tried): Case | undefined {
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
