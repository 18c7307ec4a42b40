/** Fields that the schema does not name: one more, and a required one in another case. */
import { isJsonObject, type Json } from '../../../../spec/exact-json.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { Case } from '../../model/case.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import { flatFor, renameAt } from '../../request/values/sites.ts';
import { placeOfKeyword, placeOfRequired } from '../shared/keyword-place.ts';
import { otherCase } from '../shared/other-case.ts';
import { type FormBody, fieldCase, formDraft } from './form-body.ts';

export function* namedOtherwise(body: FormBody): Generator<Case> {
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
