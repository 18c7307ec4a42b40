/** The simplest body that the contract refuses, for families that are about something else. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Draft } from '../../case.ts';
import { removeAt } from '../../request/sites.ts';
import { payloadOf, type Twin } from '../../request/twin.ts';
import { jsonDraft, rawDraft } from '../../request/twin-draft.ts';

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
