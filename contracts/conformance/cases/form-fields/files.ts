/** Uploaded parts: media types, file names, number of files. */
import { isJsonArray } from '../../../../spec/json/exact-json.ts';
import { hasSampleFile, sampleFileBytes, sampleFileName } from '../../../../spec/sampling/sample-files.ts';
import type { ToleratedResponse } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import { fileType } from '../../request/payload/multipart.ts';
import { concreteType, type FormField, toleratedBecauseUnclear } from '../../request/payload/payload.ts';
import { flattenSchemaFor, replaceAt } from '../../request/values/value-locations.ts';
import { arrayProbes } from '../boundary-values/arrays.ts';
import { describeProbe } from '../boundary-values/probe.ts';
import { findKeywordPlace } from '../shared/keyword-place.ts';
import {
  changedPartCase,
  createFieldCase,
  type FormBody,
  formRequestSpec,
  interpretFieldText,
  replaceFieldValue,
} from './form-body.ts';

export function* uploadCases(body: FormBody, field: FormField): Generator<TestCase> {
  yield* undeclaredTypes(body, field);
  yield* declaredTypes(body, field);
  yield changedPartCase(body, field, {
    name: 'no file name',
    expectation: 'unspecified',
    mutation: 'is sent without a file name',
    change: ({ fileName: _, ...part }) => part,
  });
  yield changedPartCase(body, field, {
    name: 'empty file',
    expectation: 'unspecified',
    mutation: 'is an empty file',
    change: (part) => ({ ...part, content: '' }),
  });
  yield* fileCountCases(body, field);
}

const toleratesUnsupportedType: readonly ToleratedResponse[] = [
  { status: 415, reason: 'HTTP defines a status for an unsupported media type' },
];

const UNDECLARED_TYPE = 'application/x-unknown';

/** Only where the document declares the media types of the part. */
function* undeclaredTypes(body: FormBody, field: FormField): Generator<TestCase> {
  if (field.types.length === 0 || field.types.some((type) => /^(?:\*|application)\/\*/.test(type))) return;
  yield changedPartCase(body, field, {
    name: `as ${UNDECLARED_TYPE}`,
    expectation: 'reject',
    mutation: `has the media type ${UNDECLARED_TYPE}, not ${field.types.join(' or ')}`,
    tolerated: toleratesUnsupportedType,
    change: (part) => ({ ...part, type: UNDECLARED_TYPE }),
  });
}

/** Each declared media type of the part; the valid request has the first one. */
function* declaredTypes(body: FormBody, field: FormField): Generator<TestCase> {
  const types = field.types.map((range) => concreteType({ range, schema: undefined }));
  const first = fileType(field);
  for (const type of new Set(types).difference(new Set([first]))) {
    yield changedPartCase(body, field, {
      name: `as ${type}`,
      expectation: 'accept',
      mutation: `has the media type ${type}, one of several declared`,
      tolerated: hasSampleFile(type) ? [] : toleratesContentInspection,
      change: (part) => ({ ...part, type, fileName: sampleFileName(type), content: sampleFileBytes(type) }),
    });
  }
}

const toleratesContentInspection = toleratedBecauseUnclear(
  'the bytes are not a file of that type, and the implementation may inspect them',
);

function* fileCountCases(body: FormBody, { parameter, schema, value }: FormField): Generator<TestCase> {
  if (!isJsonArray(value)) return;
  const probes = arrayProbes(flattenSchemaFor(schema, value), value);
  for (const probe of probes) {
    const { keyword, name, value: items } = probe;
    const isCount = keyword === 'minItems' || keyword === 'maxItems';
    if (!isCount || !isJsonArray(items) || items.length === 0) continue;
    const valid = interpretFieldText(body, parameter.name, items).isValid;
    yield createFieldCase(body, {
      field: parameter.name,
      name: `${keyword}/${name}`,
      expectation: valid ? 'accept' : 'reject',
      mutation: `the form field "${parameter.name}" is ${describeProbe(probe)}`,
      place: findKeywordPlace(schema, keyword),
      buildRequest: (fresh) =>
        formRequestSpec(body, fresh, (values, whole) => [
          replaceFieldValue(values, { parameter, value: items }),
          replaceAt(whole, [parameter.name], items),
        ]),
    });
  }
}
