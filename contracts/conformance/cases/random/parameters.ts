/** Optional parameters drawn from their schemas, several of them together. */
import fc from 'fast-check';
import type { Parameter } from '../../../../spec/contract.ts';
import type { Json } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Twin } from '../../request/twin.ts';
import { validDraft } from '../../request/twin-draft.ts';
import { arbitraryOf } from './arbitrary.ts';
import { type Kind, nameOf } from './kind.ts';

type Values = Readonly<Record<string, Json | undefined>>;

/** Each is valid by itself; nothing in the contract says that they go together. */
const together: readonly OpenAnswer[] = [
  {
    status: 'declared client error',
    because: 'parameters that are valid one by one may contradict each other',
  },
];

/** Undefined for an operation without such parameters. */
export function parametersKind(twin: Twin): Kind<Values> | undefined {
  const { operation } = twin;
  const drawable = operation.parameters.filter(isDrawable);
  if (drawable.length === 0) return undefined;
  const name = 'parameters';
  const known = Object.fromEntries(
    drawable.map(({ name: key, in: where, schema }) => [`${where} ${key}`, arbitraryOf(schema)]),
  );
  return {
    name,
    arbitrary: fc.record(known, { requiredKeys: [], noNullPrototype: true }),
    caseFor(values, at) {
      const drawn = drawable.flatMap((parameter) => {
        const value = values[`${parameter.in} ${parameter.name}`];
        return value === undefined ? [] : [{ parameter, value }];
      });
      if (!drawn.every(({ parameter, value }) => isValid(parameter.schema, value, 'request')))
        return undefined;
      const others = twin.parameters.filter(
        (given) => !drawn.some(({ parameter }) => parameter === given.parameter),
      );
      const changed = { ...twin, parameters: [...others, ...drawn] };
      const tried = caseOf(twin, {
        family: 'random',
        name: nameOf({ name }, at),
        topic: name,
        expectation: 'accept',
        mutation: `parameters are drawn at random: ${Object.keys(values).join(', ') || 'none'}`,
        place: operation.place,
        open: together,
        build: (fresh) => validDraft(changed, fresh),
      });
      return { tried, value: drawn.map(({ value }) => value) };
    },
  };
}

/** Free text in a URL is what the family of parameters tries, and a path names a record that has to be there. */
function isDrawable(parameter: Parameter): parameter is Parameter & { readonly schema: Schema } {
  const { schema, in: where, style } = parameter;
  if (schema === undefined || where === 'path' || where === 'cookie' || style === 'deepObject') return false;
  const { types, enum: values } = flatten(schema);
  const isPlain = types !== undefined && [...types].every((type) => plain.has(type));
  return isPlain || values !== undefined;
}

const plain: ReadonlySet<string> = new Set(['integer', 'number', 'boolean']);
