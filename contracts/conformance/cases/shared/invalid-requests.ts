/** The simplest invalid request, for categories that test something else. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { isJsonObject } from '../../../../spec/json/exact-json.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import { type BaselineRequest, mainPayload } from '../../request/baseline-request.ts';
import { jsonRequestSpec, rawRequestSpec } from '../../request/build-request-spec.ts';
import { findLocations, removeAt, replaceAt } from '../../request/values/value-locations.ts';

/** Undefined where there is no body, or every shape is valid. Bodies of other media types are forms. */
export function simplestInvalidRequest(baseline: BaselineRequest): RequestSpec | undefined {
  const { body } = baseline;
  if (body === undefined) return formWithMissingField(baseline);
  const invalid = invalidShapes.find((shape) => !isValid(body.schema, shape, 'request'));
  return invalid === undefined ? undefined : jsonRequestSpec(baseline, invalid);
}

/** A form without its first required field. */
function formWithMissingField(baseline: BaselineRequest): RequestSpec | undefined {
  const payload = mainPayload(baseline);
  if (payload?.form === undefined || payload.schema === undefined || payload.full === undefined) return undefined;
  const { schema, full } = payload;
  const isRequired = baseline.operation.requestBody?.required === true;
  const [invalid] = payload.form.fields
    .map(({ parameter }) => removeAt(full, [parameter.name]))
    .filter((value) => !isValid(schema, value, 'request') && (isRequired || !isEmptyObject(value)));
  return invalid === undefined ? undefined : rawRequestSpec(baseline, payload.write(invalid));
}

/** An empty form is sent as no body. */
function isEmptyObject(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

const invalidShapes: readonly Json[] = [{}, [], 'none', 7];

/** More variants find no additional errors. */
const MAX_VARIANTS = 4;

/** For each property, the last one first, the body with a value of a wrong type. */
export function invalidBodyVariants(baseline: BaselineRequest, { value }: RequestSpec): readonly RequestSpec[] {
  const { body } = baseline;
  if (body === undefined || value === undefined) return [];
  return [...findLocations(body.schema, value)]
    .toReversed()
    .values()
    .flatMap(({ path }) => {
      const changes = invalidValues.map((part) => replaceAt(value, path, part));
      const invalid = changes.find((changed) => !isValid(body.schema, changed, 'request'));
      return invalid === undefined ? [] : [jsonRequestSpec(baseline, invalid)];
    })
    .take(MAX_VARIANTS)
    .toArray();
}

const invalidValues: readonly Json[] = [{ value: 7 }, 7, 'seven', null];
