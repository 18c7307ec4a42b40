import fc from 'fast-check';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Case } from '../model/case.ts';
import type { OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { validDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';
import { arbitraryOf } from './random/arbitrary.ts';
import { validKind, wrongKind } from './random/bodies.ts';
import { caseAt, type DrawAt, drawCases, nameOf, type RandomKind } from './random/kind.ts';

/** Requests drawn from the schemas: valid ones, and ones with a single thing wrong. What fails is made simpler. */
export const random: Family = {
  name: 'random',
  summary: 'what is drawn at random is accepted when valid, and rejected with one thing wrong',
  *generate({ twin, draws: { seed, cases } }): Generator<Case> {
    const { body } = twin;
    const parameters = parametersKind(twin);
    const forParameters =
      parameters === undefined ? 0 : share(cases, body === undefined ? 1 : SHARE_PARAMETERS);
    if (parameters !== undefined) yield* drawCases(parameters, seed, forParameters);
    if (body === undefined) return;
    const validOnes = share(cases - forParameters, SHARE_VALID);
    yield* drawCases(validKind(twin, body), seed, validOnes);
    yield* drawCases(wrongKind(twin, body), seed, cases - forParameters - validOnes);
  },
  find({ twin }, name) {
    const [kind, seed = '', path = ''] = name.split('/');
    if (!/^-?\d+$/.test(seed) || !/^\d+(\.\d+)*$/.test(path)) return undefined;
    return caseOfKind(twin, kind, { seed: Number(seed), path: path.split('.').map(Number) });
  },
};

const SHARE_PARAMETERS = 0.2;
const SHARE_VALID = 0.6;

function share(cases: number, part: number): number {
  return Math.ceil(cases * part);
}

function caseOfKind(twin: Twin, kind: string | undefined, at: DrawAt): Case | undefined {
  const { body } = twin;
  const parameters = kind === 'parameters' ? parametersKind(twin) : undefined;
  if (parameters !== undefined) return caseAt(parameters, at);
  if (body === undefined) return undefined;
  if (kind === 'valid') return caseAt(validKind(twin, body), at);
  return kind === 'wrong' ? caseAt(wrongKind(twin, body), at) : undefined;
}

/** By place and name. */
type Values = Readonly<Record<string, Json | undefined>>;

/** Each is valid by itself; nothing in the contract says that they go together. */
const together: readonly OpenAnswer[] = [
  {
    status: 'declared client error',
    because: 'parameters that are valid one by one may contradict each other',
  },
];

/**
 * Optional parameters drawn from their schemas, several of them together; undefined for an operation without any that
 * can be drawn.
 */
function parametersKind(twin: Twin): RandomKind<Values> | undefined {
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
