import type { Parameter, Place } from '../../../spec/contract.ts';
import { isJsonArray, isJsonObject, stringifyJson } from '../../../spec/exact-json.ts';
import { flatten } from '../../../spec/flatten.ts';
import type { Case } from '../case.ts';
import { isAgreed } from '../parameter-styles.ts';
import { type ParameterValue, parameterText, validValue } from '../parameters.ts';
import { flatFor } from '../sites.ts';
import { caseOf, type Twin, validDraft } from '../twin.ts';
import type { Family } from './family.ts';
import { contentProbes } from './parameters/contents.ts';
import { alternativeProbes, exampleProbes } from './parameters/examples.ts';
import { listProbes } from './parameters/lists.ts';
import { objectProbes } from './parameters/objects.ts';
import { mayNotBeThere, type ParameterProbe, unusual } from './parameters/probe.ts';
import { scalarProbes } from './parameters/scalars.ts';
import { openSpellings } from './parameters/spellings.ts';
import { placeOfKeyword } from './shared/keyword-place.ts';
import { otherCase } from './shared/other-case.ts';

/** Path, query, header and cookie parameters: the optional ones given, the required ones left out, limits, wrong values. */
export const parameters: Family = {
  name: 'parameters',
  summary: 'parameters are taken as declared and rejected when they are not',
  *generate(twin): Generator<Case> {
    for (const parameter of twin.operation.parameters) {
      const valid = validValue(parameter);
      if (parameter.required && parameter.in !== 'path') yield* without(twin, valid);
      if (parameter.in === 'header') yield inOtherCase(twin, valid, 'accept');
      for (const probe of probesFor(valid)) yield caseFor(twin, parameter, probe);
    }
    yield* allAtOnce(twin);
  },
};

function given({ parameter, value }: ParameterValue): ParameterProbe {
  return {
    name: 'given',
    words: typeof value === 'string' ? value : stringifyJson(value),
    expectation: isAgreed(parameter, value) ? 'accept' : 'silent',
    value,
    open: isMadeUp(parameter) ? unusual : [],
  };
}

/** A text that only this kit thought of: the schema says nothing of what it means. */
function isMadeUp({ examples, schema }: Parameter): boolean {
  if (schema === undefined || examples.length > 0) return false;
  const flat = flatten(schema);
  const says = [flat.enum, flat.const, flat.format, flat.pattern, flat.default].some(
    (keyword) => keyword !== undefined,
  );
  return flat.types?.has('string') === true && !says && flat.examples.length === 0;
}

/** In bytes, as written, with the name: longer ones run into limits that HTTP leaves to servers (RFC 9110, section 4.1). */
const LONGEST = { path: 2_000, query: 2_000, header: 1_000, cookie: 1_000 } as const;

/** Each way to write it once, beside the one of the valid request. */
function* probesFor(valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter } = valid;
  const sent = new Set(parameter.required ? [parameterText(valid)] : []);
  for (const probe of everyProbeFor(valid)) {
    const text = parameterText(changedBy(parameter, probe));
    if (sent.has(text) || text.length > LONGEST[parameter.in]) continue;
    sent.add(text);
    yield probe;
  }
}

function* everyProbeFor(valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter, value } = valid;
  if (!parameter.required) yield given(valid);
  yield* exampleProbes(parameter, value);
  yield* contentProbes(parameter);
  yield* alternativeProbes(parameter);
  const { schema } = parameter;
  if (schema === undefined) return;
  const flat = flatFor(schema, value);
  if (isJsonArray(value)) yield* listProbes({ parameter, schema, flat, value });
  else if (isJsonObject(value)) yield* objectProbes({ parameter, schema, flat, value });
  else yield* scalarProbes({ parameter, schema, flat, value });
  yield* openSpellings(parameter, flat, value);
}

function caseFor(twin: Twin, parameter: Parameter, probe: ParameterProbe): Case {
  const { name, words, expectation, open = [], keyword } = probe;
  const changed = changedBy(parameter, probe);
  return caseOf(twin, {
    ...about(parameter, name),
    place: placeFor(parameter, keyword),
    expectation,
    mutation: `the ${parameter.in} parameter "${parameter.name}" is ${words}`,
    open: parameter.in === 'path' ? [...open, ...mayNotBeThere] : open,
    build: (fresh) => validDraft(withParameters(twin, [changed]), fresh),
  });
}

function changedBy(parameter: Parameter, { value, written }: ParameterProbe): ParameterValue {
  return written === undefined ? { parameter, value } : { parameter, value, written };
}

function placeFor({ schema, place }: Parameter, keyword: string | undefined): Place {
  return schema === undefined || keyword === undefined ? place : placeOfKeyword(schema, keyword);
}

function about(parameter: Parameter, name: string) {
  const topic = `${parameter.in}.${parameter.name}`;
  return { family: 'parameters', name: `${topic}/${name}`, topic, place: parameter.place };
}

function withParameters(twin: Twin, values: readonly ParameterValue[]): Twin {
  const names = new Set(values.map(({ parameter }) => parameter));
  const others = twin.parameters.filter(({ parameter }) => !names.has(parameter));
  return { ...twin, parameters: [...others, ...values] };
}

function* without(twin: Twin, valid: ParameterValue): Generator<Case> {
  const { parameter } = valid;
  const rest = { ...twin, parameters: twin.parameters.filter((value) => value.parameter !== parameter) };
  yield caseOf(twin, {
    ...about(parameter, 'missing'),
    expectation: 'reject',
    mutation: `the required ${parameter.in} parameter "${parameter.name}" is left out`,
    build: (fresh) => validDraft(rest, fresh),
  });
  const isKnown = twin.operation.parameters.some(({ name }) => name === otherCase(parameter.name));
  if (parameter.in === 'query' && otherCase(parameter.name) !== parameter.name && !isKnown) {
    yield inOtherCase(rest, valid, 'reject');
  }
}

/** Names in a URL are compared letter by letter, those of headers without regard to case (RFC 9110, section 5.1). */
function inOtherCase(
  twin: Twin,
  { parameter, value }: ParameterValue,
  expectation: 'accept' | 'reject',
): Case {
  const others = twin.parameters.filter((one) => one.parameter !== parameter);
  const renamed = { parameter: { ...parameter, name: otherCase(parameter.name) }, value };
  return caseOf(twin, {
    ...about(parameter, 'name in another case'),
    expectation,
    mutation: `the ${parameter.in} parameter "${parameter.name}" is called "${otherCase(parameter.name)}"`,
    open: expectation === 'accept' && isMadeUp(parameter) ? unusual : [],
    build: (fresh) => validDraft({ ...twin, parameters: [...others, renamed] }, fresh),
  });
}

/** Each is taken alone above; together they show what was taken for another one. */
function* allAtOnce(twin: Twin): Generator<Case> {
  const optional = twin.operation.parameters.filter(({ required }) => !required).map(validValue);
  const agreed = optional.filter(({ parameter, value }) => isAgreed(parameter, value));
  if (agreed.length < 2) return;
  const open = agreed.some(({ parameter }) => isMadeUp(parameter)) ? unusual : [];
  const { place } = twin.operation;
  const mutation = 'all optional parameters are given at once';
  const common = { family: 'parameters', topic: 'all at once', name: 'all at once', place, mutation, open };
  yield caseOf(twin, {
    ...common,
    expectation: 'accept',
    build: (fresh) => validDraft(withParameters(twin, agreed), fresh),
  });
}
