/** Applies the parameter probes to form fields: both are values written as text. */

import { percentEncode } from '../../../../sanitize.ts';
import { isNumeric } from '../../../../spec/json/exact-json.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { TestCase } from '../../model/test-case.ts';
import { fieldValues } from '../../request/payload/forms.ts';
import type { FormField } from '../../request/payload/payload.ts';
import { withOrderedBounds } from '../../request/values/bound-pairs.ts';
import { removeAt, replaceAt } from '../../request/values/value-locations.ts';
import { parameterProbes, probeValue } from '../parameters/parameter-probes.ts';
import { type ParameterProbe, toleratesUnusualValue } from '../parameters/probe.ts';
import { findKeywordPlace } from '../shared/keyword-place.ts';
import {
  createFieldCase,
  type FormBody,
  formRequestSpec,
  interpretFieldText,
  malformedJsonPart,
  replaceFieldValue,
} from './form-body.ts';

export function* fieldProbeCases(body: FormBody, field: FormField): Generator<TestCase> {
  const isMultipart = body.payload.kind === 'multipart';
  const emptyText = emptyTextCase(body, field);
  if (emptyText !== undefined) yield emptyText;
  for (const probe of parameterProbes(field)) {
    if (probe.name === 'empty' && emptyText !== undefined) continue;
    // Percent-encoded spellings of a URL do not exist in multipart parts.
    if (probe.serialized !== undefined && isMultipart) continue;
    const testCase = fieldProbeCase(body, field, probe);
    if (testCase !== undefined) yield testCase;
  }
  if (isMultipart) yield* malformedJsonPart(body, field);
  if (isMultipart) yield repeatedFieldCase(body, field);
  else yield* plusSignCase(body, field);
}

/** Undefined where validation of the whole form contradicts the expectation for the field. */
function fieldProbeCase(body: FormBody, field: FormField, probe: ParameterProbe): TestCase | undefined {
  const { name, description, expectation, tolerated = [], keyword, value, serialized } = probe;
  const { parameter, schema } = field;
  const interpretation = interpretFieldText(body, parameter.name, value);
  const isDefinite = expectation === 'accept' || expectation === 'reject';
  if (isDefinite && interpretation.isValid !== (expectation === 'accept')) return undefined;
  // A form has no null, so that no text has to be read as one.
  if (expectation === 'accept' && (interpretation.value === null || isSuppliedField(body, field))) return undefined;
  const changed = probeValue(parameter, probe);
  return createFieldCase(body, {
    field: parameter.name,
    name,
    expectation,
    mutation: `the form field "${parameter.name}" is ${description}`,
    place: keyword === undefined ? schema.place : findKeywordPlace(schema, keyword),
    // A field is data that its schema describes completely; the values of a parameter may be known to the
    // implementation alone.
    tolerated: tolerated === toleratesUnusualValue ? [] : tolerated,
    constantPart: isNumeric(interpretation.value) ? 'number' : 'text',
    buildRequest: (fresh) =>
      formRequestSpec(body, fresh, (values, whole) => {
        const replaced = replaceAt(whole, [parameter.name], interpretation.value);
        const ordered = withOrderedBounds(replaced, body.schema, [parameter.name]);
        const others = ordered === replaced ? values : fieldValues(body.form, ordered);
        const fields = replaceFieldValue(others, changed);
        return serialized === undefined ? [fields, ordered] : [fields];
      }),
  });
}

/** Its value was supplied by the user, such as a password: the implementation may reject any other. */
function isSuppliedField({ baseline, payload }: FormBody, { value }: FormField): boolean {
  return payload.media.isSupplied === true || baseline.preservedNames?.has(value) === true;
}

/**
 * Implementations read an empty string as a missing or as an empty value: it is invalid only where neither is allowed.
 */
function emptyTextCase(body: FormBody, { parameter, schema, value }: FormField): TestCase | undefined {
  const { name } = parameter;
  if (typeof value === 'object') return undefined;
  const isAbsentValid = isValid(body.schema, removeAt(body.full, [name]), 'request');
  if (isAbsentValid || parameter.content.length > 0 || interpretFieldText(body, name, '').isValid) return undefined;
  const written = { serialized: `${percentEncode(name)}=` };
  return createFieldCase(body, {
    field: name,
    name: 'no text',
    expectation: 'reject',
    mutation: `the form field "${name}" is empty, but must have a value`,
    place: schema.place,
    buildRequest: (fresh) =>
      formRequestSpec(body, fresh, (values, whole) => [
        replaceFieldValue(values, { parameter, value: '', ...written }),
        replaceAt(whole, [name], ''),
      ]),
  });
}

function repeatedFieldCase(body: FormBody, { parameter, schema }: FormField): TestCase {
  const { name } = parameter;
  return createFieldCase(body, {
    field: name,
    name: 'twice',
    expectation: 'unspecified',
    mutation: `the form field "${name}" is sent twice`,
    place: schema.place,
    buildRequest: (fresh) =>
      formRequestSpec(body, fresh, (values) => [
        [...values, ...values.filter((fieldValue) => fieldValue.parameter.name === name)],
      ]),
  });
}

const TEXT_WITH_SPACE = 'Green box';

/** In forms a plus sign is a space (WHATWG, "application/x-www-form-urlencoded"). */
function* plusSignCase(body: FormBody, field: FormField): Generator<TestCase> {
  const { parameter, schema, value } = field;
  if (typeof value !== 'string' || parameter.content.length > 0 || isSuppliedField(body, field)) return;
  const { name } = parameter;
  if (!interpretFieldText(body, name, TEXT_WITH_SPACE).isValid) return;
  const written = `${percentEncode(name)}=${TEXT_WITH_SPACE.replace(' ', '+')}`;
  yield createFieldCase(body, {
    field: name,
    name: 'space as a plus sign',
    expectation: 'accept',
    mutation: `the form field "${name}" is "${TEXT_WITH_SPACE}", with its space written as a plus sign`,
    place: schema.place,
    constantPart: 'text',
    buildRequest: (fresh) =>
      formRequestSpec(body, fresh, (values, whole) => [
        replaceFieldValue(values, { parameter, value: TEXT_WITH_SPACE, serialized: written }),
        replaceAt(whole, [name], TEXT_WITH_SPACE),
      ]),
  });
}
