/** Values within a JSON part of a multipart form: the cases of a JSON body, sent in that part. */
import { isJsonArray, isJsonObject } from '../../../../spec/json/exact-json.ts';
import { isJsonType } from '../../../../spec/model/contract.ts';
import type { RequestCase, TestCase } from '../../model/test-case.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { FormField } from '../../request/payload/payload.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { boundaryValues } from '../boundary-values.ts';
import { missingProperties } from '../missing-properties.ts';
import type { GeneratorContext, TestCategory } from '../test-category.ts';
import { wrongTypes } from '../wrong-types.ts';
import { createFieldCase, type FormBody, formRequestSpec, replaceFieldValue } from './form-body.ts';

export function* jsonPartCases(context: GeneratorContext, body: FormBody, field: FormField): Generator<TestCase> {
  const { value, schema, parameter } = field;
  const [media] = parameter.content;
  const isContainer = isJsonObject(value) || isJsonArray(value);
  if (body.payload.kind !== 'multipart' || media === undefined || !isJsonType(media.range) || !isContainer) return;
  const baseline: BaselineRequest = { ...body.baseline, body: { media, schema, full: value }, payloads: [] };
  for (const { category, isIncluded } of categories)
    for (const testCase of category.generate({ ...context, baseline }))
      if (testCase.kind === 'request' && isIncluded(testCase)) yield partCase(body, field, testCase);
}

interface IncludedCases {
  readonly category: TestCategory;
  isIncluded(testCase: RequestCase): boolean;
}

/** Of the wrong types one of each kind: a body of JSON has all of them. */
const categories: readonly IncludedCases[] = [
  { category: missingProperties, isIncluded: () => true },
  { category: boundaryValues, isIncluded: () => true },
  { category: wrongTypes, isIncluded: ({ id }) => /\/(?:null|an-integer|a-text|its-items-and-[^/]+)$/.test(id) },
];

function partCase(body: FormBody, field: FormField, testCase: RequestCase): TestCase {
  const { parameter } = field;
  const { id, category, expectation, mutation, place, tolerated, constantPart } = testCase;
  const [, name = id] = id.split(`/${category}/`);
  return createFieldCase(body, {
    field: parameter.name,
    name: `${category}/${name}`,
    expectation,
    mutation: mutation.replaceAll(/\bbody\b/g, `body.${parameter.name}`),
    place,
    tolerated,
    constantPart,
    buildRequest: (fresh) => {
      const value = testCase.buildRequest(fresh).value ?? null;
      return formRequestSpec(body, fresh, (values, whole) => [
        replaceFieldValue(values, { parameter, value }),
        replaceAt(whole, [parameter.name], value),
      ]);
    },
  });
}
