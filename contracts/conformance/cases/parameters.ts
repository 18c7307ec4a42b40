import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Parameter, Place } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { isAgreed } from '../../../spec/wire/parameter-styles.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { ParameterValue } from '../request/parameters/parameters.ts';
import { isValidText, parameterText, validValue } from '../request/parameters/parameters.ts';
import type { Twin } from '../request/twin.ts';
import { validDraft } from '../request/twin-draft.ts';
import { otherCase } from '../request/values/choices.ts';
import type { Family } from './family.ts';
import { mayNotBeThere, type ParameterProbe, unusual } from './parameters/probe.ts';
import { changedBy, isMadeUp, probesFor } from './parameters/probes.ts';
import { placeOfKeyword } from './shared/keyword-place.ts';

/** Path, query, header and cookie parameters: the optional ones given, the required ones left out, limits, wrong values. */
export const parameters: Family = {
  name: 'parameters',
  summary: 'parameters are taken as declared and rejected when they are not',
  *generate({ twin }): Generator<Case> {
    for (const parameter of twin.operation.parameters) {
      const valid = validValue(parameter);
      if (parameter.required && parameter.in !== 'path') yield* without(twin, valid);
      for (const probe of probesOf(twin, valid)) yield caseFor(twin, parameter, probe);
      if (parameter.in === 'header' && (parameter.content.length > 0 || isAgreed(parameter, valid.value)))
        yield inOtherCase(twin, valid, 'accept');
    }
    yield* allAtOnce(twin);
  },
};

/** What is used up is to be our own: nothing is sent that could name anything else. */
function* probesOf({ parameters: given }: Twin, valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter } = valid;
  const named = parameter.in === 'path' ? given.find((one) => one.parameter === parameter) : undefined;
  if (named?.written !== undefined) return yield* ownNameProbes(valid, named.written);
  yield* probesFor(valid);
  if (named !== undefined) yield* endingProbes(named, parameterText(named));
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
    expectation: mayBeNothing(parameter) ? 'silent' : 'reject',
    mutation: `the required ${parameter.in} parameter "${parameter.name}" is left out`,
    build: (fresh) => validDraft(rest, fresh),
  });
  const isKnown = twin.operation.parameters.some(({ name }) => name === otherCase(parameter.name));
  const isRenamed = parameter.in === 'query' && otherCase(parameter.name) !== parameter.name;
  if (isRenamed && !isKnown && !isSpread(valid)) {
    yield inOtherCase(rest, valid, 'reject');
  }
}

/** An object without members is written as nothing where each has a field of its own. */
function mayBeNothing({ in: place, style, explode, schema }: Parameter): boolean {
  const isOfFields = place === 'query' && ((style === 'form' && explode) || style === 'deepObject');
  return isOfFields && schema !== undefined && isValid(schema, {}, 'request');
}

/** The style `form` gives each member of an object a field of its own, so that the parameter's name never goes out. */
function isSpread({ parameter: { style, explode }, value }: ParameterValue): boolean {
  return style === 'form' && explode && isJsonObject(value);
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

/**
 * For the name of a record that a request uses up: what names nothing, however leniently it is read, and the own name
 * with something behind it, which is that record to those who read as far as they understand.
 */
function* ownNameProbes(valid: ParameterValue, own: string): Generator<ParameterProbe> {
  for (const probe of probesFor(valid)) {
    if (probe.expectation === 'reject' && !mayBeRead(probe)) yield probe;
  }
  yield* endingProbes(valid, own);
}

/** The name of what is there, as it is written, with something behind it. */
function* endingProbes({ parameter, value }: ParameterValue, own: string): Generator<ParameterProbe> {
  // Behind a list or an object there is one more letter of its last part.
  if (typeof value === 'object') return;
  for (const [end, words] of endings) {
    if (parameter.schema === undefined || isValidText(parameter.schema, `${value}${end}`)) continue;
    yield {
      name: `own name${end}`,
      words,
      expectation: 'reject',
      value,
      written: `${own}${end}`,
      keyword: 'type',
    };
  }
}

const endings = [
  ['abc', 'the name of a record with letters behind it'],
  ['.5', 'the name of a record with a fraction behind it'],
] as const;

/** As a number, as the beginning of one, or as one that has wrapped. */
function mayBeRead({ value, written }: ParameterProbe): boolean {
  const text = written ?? (typeof value === 'object' ? '' : String(value));
  return /^\s*\+?\d/.test(text);
}
