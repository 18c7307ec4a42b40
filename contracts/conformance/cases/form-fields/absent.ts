/** Each field left out: the required ones, and the others. */
import { isJsonObject } from '../../../../spec/exact-json.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { Case } from '../../model/case.ts';
import { removeAt } from '../../request/values/sites.ts';
import { placeOfRequired } from '../shared/keyword-place.ts';
import { type FormBody, fieldCase, formDraft } from './form-body.ts';

export function* absentFields(body: FormBody): Generator<Case> {
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
