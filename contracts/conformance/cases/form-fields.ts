import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import { withPayload } from '../request/baseline-request.ts';
import type { ParameterValue } from '../request/parameters/serialize-parameters.ts';
import { swapCase } from '../request/values/alternative-values.ts';
import { flattenSchemaFor, removeAt, renameAt } from '../request/values/value-locations.ts';
import { fieldProbeCases } from './form-fields/field-probes.ts';
import { uploadCases } from './form-fields/files.ts';
import { createFieldCase, type FormBody, formRequestSpec } from './form-fields/form-body.ts';
import { jsonPartCases } from './form-fields/json-parts.ts';
import { partLayoutCases } from './form-fields/part-layout.ts';
import { findKeywordPlace, findRequiredPlace } from './shared/keyword-place.ts';
import type { TestCategory } from './test-category.ts';

/** Urlencoded and multipart forms, field by field: missing, at bounds, of wrong types, undeclared. */
export const formFields: TestCategory = {
  name: 'form-fields',
  summary: 'valid form fields are accepted, and invalid ones are rejected',
  *generate(context): Generator<TestCase> {
    const { baseline } = context;
    for (const payload of baseline.payloads) {
      const { form, schema, full } = payload;
      if (form === undefined || schema === undefined || full === undefined) continue;
      const body: FormBody = { baseline: withPayload(baseline, payload), payload, form, schema, full };
      yield* missingFields(body);
      for (const field of form.fields) yield* field.isFile ? uploadCases(body, field) : fieldProbeCases(body, field);
      for (const field of form.fields) yield* jsonPartCases(context, body, field);
      yield* renamedFields(body);
      if (payload.kind === 'multipart') yield* partLayoutCases(body);
    }
  },
};

/** Each field left out: the required ones, and the others. */
function* missingFields(body: FormBody): Generator<TestCase> {
  const { form, schema, full } = body;
  for (const { parameter, schema: fieldSchema } of form.fields) {
    const { name } = parameter;
    const rest = removeAt(full, [name]);
    const valid = isValid(schema, rest, 'request');
    // A form without fields is sent as an empty body, which counts as no body.
    const isEmptyForm = isJsonObject(rest) && Object.keys(rest).length === 0;
    const isUnspecified = isEmptyForm && valid === (body.baseline.operation.requestBody?.required === true);
    yield createFieldCase(body, {
      field: name,
      name: 'missing',
      expectation: isUnspecified ? 'unspecified' : valid ? 'accept' : 'reject',
      mutation: `the ${valid ? 'optional' : 'required'} form field "${name}" is missing`,
      place: valid ? fieldSchema.place : findRequiredPlace(schema, name),
      buildRequest: (fresh) =>
        formRequestSpec(body, fresh, (values, value) => [
          values.filter((fieldValue) => fieldValue.parameter.name !== name),
          removeAt(value, [name]),
        ]),
    });
  }
}

/** Fields that the schema does not declare: an additional one, and a required one in another case. */
function* renamedFields(body: FormBody): Generator<TestCase> {
  yield* unknownField(body);
  for (const field of body.form.fields) yield* fieldNameInOtherCase(body, field);
}

const UNKNOWN_FIELD = 'x-unknown';

/** JSON Schema allows properties that it does not name, but few documents rely on it deliberately. */
const toleratedUnknownField: readonly ToleratedResponse[] = [
  {
    status: 'declared client error',
    reason: 'the schema does not specify whether it accepts other fields',
  },
];

function* unknownField(body: FormBody): Generator<TestCase> {
  const { schema, full, form } = body;
  const [template] = form.fields.filter(({ isFile }) => !isFile);
  if (template === undefined || !isJsonObject(full)) return;
  const valid = isValid(schema, { ...full, [UNKNOWN_FIELD]: 'unknown' }, 'request');
  const statesAdditionalProperties = flattenSchemaFor(schema, full).additionalProperties !== undefined;
  const unknown = renameField(template, UNKNOWN_FIELD, 'unknown');
  yield createFieldCase(body, {
    field: UNKNOWN_FIELD,
    name: 'more',
    expectation: valid ? 'accept' : 'reject',
    mutation: `the form has a field "${UNKNOWN_FIELD}"${valid ? '' : ' that the contract does not allow'}`,
    place: findKeywordPlace(schema, 'additionalProperties'),
    tolerated: valid && !statesAdditionalProperties ? toleratedUnknownField : [],
    // Undeclared fields need not be returned.
    buildRequest: (fresh) => formRequestSpec(body, fresh, (values, value) => [[...values, unknown], value]),
  });
}

function renameField({ parameter }: ParameterValue, name: string, value: Json): ParameterValue {
  const schema = { style: 'form', explode: true, content: [] };
  return { parameter: { ...parameter, ...schema, name }, value };
}

function* fieldNameInOtherCase(body: FormBody, { parameter }: ParameterValue): Generator<TestCase> {
  const { schema, full, form } = body;
  const name = swapCase(parameter.name);
  const isKnown = form.fields.some((field) => field.parameter.name === name);
  if (isKnown || name === parameter.name) return;
  if (isValid(schema, renameAt(full, [parameter.name], name), 'request')) return;
  yield createFieldCase(body, {
    field: parameter.name,
    name: 'name in another case',
    expectation: 'reject',
    mutation: `the form field "${parameter.name}" is named "${name}"`,
    place: findRequiredPlace(schema, parameter.name),
    buildRequest: (fresh) =>
      formRequestSpec(body, fresh, (values, value) => [
        values.map((fieldValue) =>
          fieldValue.parameter.name === parameter.name
            ? { ...fieldValue, parameter: { ...fieldValue.parameter, name } }
            : fieldValue,
        ),
        renameAt(value, [parameter.name], name),
      ]),
  });
}
