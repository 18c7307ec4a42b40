import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Case } from '../model/case.ts';
import type { OpenAnswer } from '../model/draft.ts';
import type { ParameterValue } from '../request/parameters/parameters.ts';
import { withPayload } from '../request/twin.ts';
import { otherCase } from '../request/values/choices.ts';
import { flatFor, removeAt, renameAt } from '../request/values/sites.ts';
import type { Family } from './family.ts';
import { fileCases } from './form-fields/files.ts';
import { type FormBody, fieldCase, formDraft, quotedBoundary } from './form-fields/form-body.ts';
import { fieldProbes } from './form-fields/probes.ts';
import { placeOfKeyword, placeOfRequired } from './shared/keyword-place.ts';

/** Forms, urlencoded and in parts, field by field: left out, at their limits, of wrong types, beyond the declared ones. */
export const formFields: Family = {
  name: 'form-fields',
  summary: 'fields of a form are taken as declared and rejected when they are not',
  *generate({ twin }): Generator<Case> {
    for (const payload of twin.payloads) {
      const { form, schema, full } = payload;
      if (form === undefined || schema === undefined || full === undefined) continue;
      const body: FormBody = { twin: withPayload(twin, payload), payload, form, schema, full };
      yield* absentFields(body);
      for (const field of form.fields)
        yield* field.isFile ? fileCases(body, field) : fieldProbes(body, field);
      yield* namedOtherwise(body);
      if (payload.kind === 'multipart') yield quotedBoundary(body);
    }
  },
};

/** Each field left out: the required ones, and the others. */
function* absentFields(body: FormBody): Generator<Case> {
  const { form, schema, full } = body;
  for (const { parameter, schema: own } of form.fields) {
    const { name } = parameter;
    const rest = removeAt(full, [name]);
    const valid = isValid(schema, rest, 'request');
    // Of a form without a field nothing goes out, and then there is no body.
    const isNothing = isJsonObject(rest) && Object.keys(rest).length === 0;
    const isDisputed = isNothing && valid === (body.twin.operation.requestBody?.required === true);
    yield fieldCase(body, {
      field: name,
      name: 'missing',
      expectation: isDisputed ? 'silent' : valid ? 'accept' : 'reject',
      mutation: `the ${valid ? 'optional' : 'required'} form field "${name}" is left out`,
      place: valid ? own.place : placeOfRequired(schema, name),
      build: (fresh) =>
        formDraft(body, fresh, (values, value) => [
          values.filter((given) => given.parameter.name !== name),
          removeAt(value, [name]),
        ]),
    });
  }
}

/** Fields that the schema does not name: one more, and a required one in another case. */
function* namedOtherwise(body: FormBody): Generator<Case> {
  yield* unknownField(body);
  for (const given of body.form.fields) yield* inOtherCase(body, given);
}

const UNKNOWN = 'x-unknown';

/** JSON Schema allows what it does not name; few documents say that they mean it. */
const unsaid: readonly OpenAnswer[] = [
  {
    status: 'declared client error',
    because: 'the schema does not say that fields beyond its own are taken',
  },
];

function* unknownField(body: FormBody): Generator<Case> {
  const { schema, full, form } = body;
  const [model] = form.fields.filter(({ isFile }) => !isFile);
  if (model === undefined || !isJsonObject(full)) return;
  const valid = isValid(schema, { ...full, [UNKNOWN]: 'unknown' }, 'request');
  const isSaid = flatFor(schema, full).additionalProperties !== undefined;
  const unknown = renamed(model, UNKNOWN, 'unknown');
  yield fieldCase(body, {
    field: UNKNOWN,
    name: 'more',
    expectation: valid ? 'accept' : 'reject',
    mutation: `there is a form field "${UNKNOWN}"${valid ? '' : ' that the contract does not allow'}`,
    place: placeOfKeyword(schema, 'additionalProperties'),
    open: valid && !isSaid ? unsaid : [],
    // What the contract does not declare need not come back.
    build: (fresh) => formDraft(body, fresh, (values, value) => [[...values, unknown], value]),
  });
}

function renamed({ parameter }: ParameterValue, name: string, value: Json): ParameterValue {
  const schema = { style: 'form', explode: true, content: [] };
  return { parameter: { ...parameter, ...schema, name }, value };
}

function* inOtherCase(body: FormBody, { parameter }: ParameterValue): Generator<Case> {
  const { schema, full, form } = body;
  const name = otherCase(parameter.name);
  const isKnown = form.fields.some((field) => field.parameter.name === name);
  if (isKnown || name === parameter.name) return;
  if (isValid(schema, renameAt(full, [parameter.name], name), 'request')) return;
  yield fieldCase(body, {
    field: parameter.name,
    name: 'name in another case',
    expectation: 'reject',
    mutation: `the form field "${parameter.name}" is called "${name}"`,
    place: placeOfRequired(schema, parameter.name),
    build: (fresh) =>
      formDraft(body, fresh, (values, value) => [
        values.map((given) =>
          given.parameter.name === parameter.name
            ? { ...given, parameter: { ...given.parameter, name } }
            : given,
        ),
        renameAt(value, [parameter.name], name),
      ]),
  });
}
