import type { Parameter } from '../../../spec/contract.ts';
import { isInteger, type Json } from '../../../spec/exact-json.ts';
import { flatten } from '../../../spec/flatten.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case } from '../case.ts';
import { validValue } from '../parameters.ts';
import { caseOf, type Twin, validDraft } from '../twin.ts';
import type { Family } from './family.ts';

/** Path, query, header and cookie parameters: the optional ones given, the required ones left out, wrong values. */
export const parameters: Family = {
  name: 'parameters',
  summary: 'parameters are taken as declared and rejected when they are not',
  *generate(twin): Generator<Case> {
    for (const parameter of twin.operation.parameters) {
      if (parameter.required && parameter.in !== 'path') yield without(twin, parameter);
      if (!parameter.required) yield withValue(twin, parameter, 'given', validValue(parameter).value, true);
      for (const value of wrongValues(parameter))
        yield withValue(twin, parameter, `wrong ${String(value)}`, value, false);
    }
  },
};

function without(twin: Twin, parameter: Parameter): Case {
  const rest = { ...twin, parameters: twin.parameters.filter((value) => value.parameter !== parameter) };
  return caseOf(twin, {
    ...about(parameter),
    name: `${parameter.in}.${parameter.name}/missing`,
    expectation: 'reject',
    mutation: `the required ${parameter.in} parameter "${parameter.name}" is left out`,
    build: (fresh) => validDraft(rest, fresh),
  });
}

function withValue(twin: Twin, parameter: Parameter, name: string, value: Json, valid: boolean): Case {
  const others = twin.parameters.filter((given) => given.parameter !== parameter);
  const changed = { ...twin, parameters: [...others, { parameter, value }] };
  return caseOf(twin, {
    ...about(parameter),
    name: `${parameter.in}.${parameter.name}/${name}`,
    expectation: valid ? 'accept' : 'reject',
    mutation: `the ${parameter.in} parameter "${parameter.name}" is ${String(value)}`,
    open:
      valid || parameter.in !== 'path'
        ? []
        : [{ status: 404, because: 'a path that fits no resource may be not found' }],
    build: (fresh) => validDraft(changed, fresh),
  });
}

function about(parameter: Parameter) {
  return { family: 'parameters', topic: `${parameter.in}.${parameter.name}`, place: parameter.place };
}

/** Texts that cannot be read as a valid value. Anything can be read as a text, so only other types have them. */
function wrongValues({ schema }: Parameter): readonly Json[] {
  if (schema === undefined) return [];
  const flat = flatten(schema);
  const isText = flat.types === undefined || flat.types.has('string');
  const isList = flat.types?.has('array') === true || flat.types?.has('object') === true;
  if (isList) return [];
  const candidates: readonly Json[] = isText ? ['none-of-these'] : ['seven', ...beyond(flat)];
  return candidates.filter((value) => !isValid(schema, value, 'request'));
}

function beyond({
  minimum,
  maximum,
}: {
  minimum: number | bigint | undefined;
  maximum: number | bigint | undefined;
}): readonly Json[] {
  const bounds = [
    minimum === undefined ? undefined : Number(minimum) - 1,
    maximum === undefined ? undefined : Number(maximum) + 1,
  ];
  return bounds
    .filter((bound) => bound !== undefined && isInteger(bound))
    .filter((bound) => bound !== undefined);
}
