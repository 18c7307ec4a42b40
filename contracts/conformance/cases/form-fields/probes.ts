/** What is tried of a parameter is tried of a field: both are text that stands for a value. */
import { isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { percentEncoded } from '../../../../text.ts';
import type { Case } from '../../model/case.ts';
import type { FormField } from '../../request/payload/payload.ts';
import { removeAt, replaceAt } from '../../request/values/sites.ts';
import { type ParameterProbe, unusual } from '../parameters/probe.ts';
import { changedBy, probesFor } from '../parameters/probes.ts';
import { placeOfKeyword } from '../shared/keyword-place.ts';
import { brokenJson, type FormBody, fieldCase, formDraft, inPlace, meaningOf } from './form-body.ts';

export function* fieldProbes(body: FormBody, field: FormField): Generator<Case> {
  const isMultipart = body.payload.kind === 'multipart';
  const nothing = withoutText(body, field);
  if (nothing !== undefined) yield nothing;
  for (const probe of probesFor(field)) {
    if (probe.name === 'empty' && nothing !== undefined) continue;
    // Letter by letter as in a URL, which parts do not have.
    if (probe.written !== undefined && isMultipart) continue;
    const tried = probeCase(body, field, probe);
    if (tried !== undefined) yield tried;
  }
  if (isMultipart) yield* brokenJson(body, field);
  if (isMultipart) yield sentTwice(body, field);
  else yield* withPlus(body, field);
}

/** Undefined where the form as a whole says something else than the field by itself. */
function probeCase(body: FormBody, field: FormField, probe: ParameterProbe): Case | undefined {
  const { name, words, expectation, open = [], keyword, value, written } = probe;
  const { parameter, schema } = field;
  const meant = meaningOf(body, parameter.name, value);
  const isJudged = expectation === 'accept' || expectation === 'reject';
  if (isJudged && meant.isValid !== (expectation === 'accept')) return undefined;
  const changed = changedBy(parameter, probe);
  return fieldCase(body, {
    field: parameter.name,
    name,
    expectation,
    mutation: `the form field "${parameter.name}" is ${words}`,
    place: keyword === undefined ? schema.place : placeOfKeyword(schema, keyword),
    // A field is data, of which the schema says all; what a parameter selects by may be known to the store alone.
    open: open === unusual ? [] : open,
    fixed: isNumeric(meant.value) ? 'number' : 'text',
    build: (fresh) =>
      formDraft(body, fresh, (values, whole) => [
        inPlace(values, changed),
        ...meaning(whole, parameter.name, written === undefined ? meant.value : undefined),
      ]),
  });
}

/** An empty text is no value to some, and an empty one to others: wrong where it is neither. */
function withoutText(body: FormBody, { parameter, schema, value }: FormField): Case | undefined {
  const { name } = parameter;
  if (typeof value === 'object') return undefined;
  const isAbsentValid = isValid(body.schema, removeAt(body.full, [name]), 'request');
  if (isAbsentValid || parameter.content.length > 0 || meaningOf(body, name, '').isValid) return undefined;
  const written = { written: `${percentEncoded(name)}=` };
  return fieldCase(body, {
    field: name,
    name: 'no text',
    expectation: 'reject',
    mutation: `the form field "${name}" is empty, though it has to have a value`,
    place: schema.place,
    build: (fresh) =>
      formDraft(body, fresh, (values, whole) => [
        inPlace(values, { parameter, value: '', ...written }),
        replaceAt(whole, [name], ''),
      ]),
  });
}

function meaning(whole: Json, name: string, value: Json | undefined): [Json?] {
  return value === undefined ? [] : [replaceAt(whole, [name], value)];
}

function sentTwice(body: FormBody, { parameter, schema }: FormField): Case {
  const { name } = parameter;
  return fieldCase(body, {
    field: name,
    name: 'twice',
    expectation: 'silent',
    mutation: `the form field "${name}" is sent twice`,
    place: schema.place,
    build: (fresh) =>
      formDraft(body, fresh, (values) => [
        [...values, ...values.filter((given) => given.parameter.name === name)],
      ]),
  });
}

const SPACED = 'Green box';

/** In a form a plus sign is a space (WHATWG, "application/x-www-form-urlencoded"). */
function* withPlus(body: FormBody, { parameter, schema, value }: FormField): Generator<Case> {
  if (typeof value !== 'string' || parameter.content.length > 0) return;
  const { name } = parameter;
  if (!meaningOf(body, name, SPACED).isValid) return;
  const written = `${percentEncoded(name)}=${SPACED.replace(' ', '+')}`;
  yield fieldCase(body, {
    field: name,
    name: 'space as a plus sign',
    expectation: 'accept',
    mutation: `the form field "${name}" is ${SPACED}, its space written as a plus sign`,
    place: schema.place,
    fixed: 'text',
    build: (fresh) =>
      formDraft(body, fresh, (values, whole) => [
        inPlace(values, { parameter, value: SPACED, written }),
        replaceAt(whole, [name], SPACED),
      ]),
  });
}
