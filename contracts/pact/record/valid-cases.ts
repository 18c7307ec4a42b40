/** The valid requests that are recorded, the full one first. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { isMadeUp } from '../../conformance/cases/parameters/probes.ts';
import { validBodies } from '../../conformance/cases/valid-bodies.ts';
import type { Case } from '../../conformance/model/case.ts';
import type { Draft, Fresh } from '../../conformance/model/draft.ts';
import { type ParameterValue, placeParameters } from '../../conformance/request/parameters/parameters.ts';
import type { Twin, TwinBody } from '../../conformance/request/twin.ts';
import { jsonDraft, validDraft } from '../../conformance/request/twin-draft.ts';
import { replaceAt, sitesBelow, valueAt } from '../../conformance/request/values/sites.ts';
import { pactPath } from './pact-path.ts';
import { buildsOf, fromState, isReference, stateValue } from './request/fresh-places.ts';

export interface ValidCase {
  /** Completes "a request to OPERATION: "; undefined for the plain one. */
  readonly mutation: string | undefined;
  readonly bodyGenerators?: JsonObject;
  build(fresh: Fresh): Draft;
}

export function* validCases(twin: Twin): Generator<ValidCase> {
  yield { mutation: undefined, build: (fresh) => validDraft(twin, fresh) };
  for (const one of validBodies.generate(twin)) if (isExtra(one)) yield one;
  if (twin.body !== undefined) yield* largeNumbers(twin, twin.body);
}

/** What is the same in every run may be a duplicate, and what is left open proves nothing. */
function isExtra({ expectation, open, fixed, id }: Case): boolean {
  return expectation === 'accept' && open.length === 0 && fixed === undefined && !id.endsWith('/full');
}

/** What many languages hold as a double comes back as another number. */
const LARGE = 4_611_686_018_427_387_905n;

function* largeNumbers(twin: Twin, body: TwinBody): Generator<ValidCase> {
  const { frozen, first } = buildsOf((fresh) => validDraft(twin, fresh));
  for (const site of sitesBelow(body.schema, body.full)) {
    const whole = frozen.value;
    if (site.flat.format !== 'int64' || whole === undefined || first.value === undefined) continue;
    const isFresh = valueAt(whole, site.path) !== valueAt(first.value, site.path);
    const value = replaceAt(whole, site.path, LARGE);
    const path = pactPath(site.path);
    if (!isFresh || path === undefined || !isValid(body.schema, value, 'request')) continue;
    const edit = (draft: Draft) => jsonDraft(twin, replaceAt(draft.value ?? null, site.path, LARGE));
    yield {
      mutation: `${site.name} is a whole number beyond 2^53`,
      bodyGenerators: { [path]: fromState(stateValue('freshLargeId')) },
      build: (fresh) => edit(validDraft(twin, fresh)),
    };
  }
}

/**
 * Whether the answer to the valid request rests on what is there: a record that the path or the body names, what a patch
 * is to change, or a value of which the contract does not say what it means.
 */
export function restsOnState({ operation, body }: Twin): boolean {
  const isPatch = body?.media.range === 'application/json-patch+json';
  const isNamed = operation.parameters.some((one) => one.in === 'path' || (one.required && isMadeUp(one)));
  return isNamed || isPatch || (body !== undefined && namesOther(body.full));
}

function namesOther(value: Json): boolean {
  if (isJsonArray(value)) return value.some(namesOther);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, part]) => isReference(name) || namesOther(part));
}

/** The path with `${name}` for each parameter, so that a provider state may say what is there. Undefined without any. */
export function pathExpression(twin: Twin): string | undefined {
  const named = twin.parameters.filter(isPlain);
  if (named.length === 0) return undefined;
  const marked = twin.parameters.map((given): ParameterValue => {
    const index = named.indexOf(given);
    return index < 0 ? given : { parameter: given.parameter, value: marker(index) };
  });
  const [path = ''] = placeParameters(twin.operation, marked).path.split('?');
  return named.reduce(
    (text, { parameter }, index) => text.replaceAll(marker(index), stateValue(parameter.name)),
    path,
  );
}

function isPlain({ parameter, value }: ParameterValue): boolean {
  return parameter.in === 'path' && parameter.style === 'simple' && typeof value !== 'object';
}

function marker(index: number): string {
  return `STATE-VALUE-${index}-`;
}
