/** The simplest body that the contract refuses, for families that are about something else. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { isJsonObject } from '../../../../spec/json/exact-json.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Draft } from '../../model/draft.ts';
import { payloadOf, type Twin } from '../../request/twin.ts';
import { jsonDraft, rawDraft } from '../../request/twin-draft.ts';
import { removeAt, replaceAt, sitesBelow } from '../../request/values/sites.ts';

/** Undefined where there is no body, or none of another shape is invalid; the bodies of other media types are forms. */
export function plainInvalid(twin: Twin): Draft | undefined {
  const { body } = twin;
  if (body === undefined) return formWithout(twin);
  const invalid = shapes.find((shape) => !isValid(body.schema, shape, 'request'));
  return invalid === undefined ? undefined : jsonDraft(twin, invalid);
}

/** Of a form, the first field left out that has to be there. */
function formWithout(twin: Twin): Draft | undefined {
  const payload = payloadOf(twin);
  if (payload?.form === undefined || payload.schema === undefined || payload.full === undefined)
    return undefined;
  const { schema, full } = payload;
  const isRequired = twin.operation.requestBody?.required === true;
  const [invalid] = payload.form.fields
    .map(({ parameter }) => removeAt(full, [parameter.name]))
    .filter((value) => !isValid(schema, value, 'request') && (isRequired || !isEmpty(value)));
  return invalid === undefined ? undefined : rawDraft(twin, payload.write(invalid));
}

/** Nothing goes out for it, which is no body. */
function isEmpty(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

const shapes: readonly Json[] = [{}, [], 'none', 7];

/** More sites show nothing more. */
const MOST_TWINS = 4;

/** The body with one property of a wrong type, for each property, the last one first. */
export function invalidTwins(twin: Twin, { value }: Draft): readonly Draft[] {
  const { body } = twin;
  if (body === undefined || value === undefined) return [];
  return [...sitesBelow(body.schema, value)]
    .toReversed()
    .values()
    .flatMap(({ path }) => {
      const changes = wrong.map((part) => replaceAt(value, path, part));
      const invalid = changes.find((changed) => !isValid(body.schema, changed, 'request'));
      return invalid === undefined ? [] : [jsonDraft(twin, invalid)];
    })
    .take(MOST_TWINS)
    .toArray();
}

const wrong: readonly Json[] = [{ value: 7 }, 7, 'seven', null];
