/** The requests of a recording: valid ones, invalid ones, and those that are refused for their credentials. */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { isSecured, type Operation, responseFor, type SecurityScheme } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { brokenBodies } from '../../conformance/cases/broken-bodies.ts';
import { extraProperties } from '../../conformance/cases/extra-properties.ts';
import type { Family } from '../../conformance/cases/family.ts';
import { contextOf } from '../../conformance/cases/family.ts';
import { integerLimits } from '../../conformance/cases/integer-limits.ts';
import { limits } from '../../conformance/cases/limits.ts';
import { mediaTypes } from '../../conformance/cases/media-types.ts';
import { missingProperties } from '../../conformance/cases/missing-properties.ts';
import { isMadeUp } from '../../conformance/cases/parameters/probes.ts';
import { parameters } from '../../conformance/cases/parameters.ts';
import { validBodies } from '../../conformance/cases/valid-bodies.ts';
import { wrongShapes } from '../../conformance/cases/wrong-shapes.ts';
import { wrongTypes } from '../../conformance/cases/wrong-types.ts';
import type { Case, RequestCase } from '../../conformance/model/case.ts';
import type { CredentialPlan, Draft, Fresh } from '../../conformance/model/draft.ts';
import { rightValue } from '../../conformance/request/credentials/place.ts';
import { type ParameterValue, placeParameters } from '../../conformance/request/parameters/parameters.ts';
import type { Twin, TwinBody } from '../../conformance/request/twin.ts';
import { jsonDraft, validDraft } from '../../conformance/request/twin-draft.ts';
import { replaceAt, sitesBelow, valueAt } from '../../conformance/request/values/sites.ts';
import { pactPath } from './recorded.ts';
import { buildsOf, fromState, isReference, stateValue } from './request/fresh-places.ts';

/** The valid requests of an operation, the full one first. */
export function* validCases(twin: Twin): Generator<ValidCase> {
  yield { mutation: undefined, build: (fresh) => validDraft(twin, fresh) };
  for (const one of validBodies.generate(contextOf(twin)))
    if (one.kind === 'request' && isExtra(one)) yield { mutation: one.mutation, build: one.build };
  if (twin.body !== undefined) yield* largeNumbers(twin, twin.body);
}

interface ValidCase {
  /** Completes "a request to OPERATION: "; undefined for the plain one. */
  readonly mutation: string | undefined;
  readonly bodyGenerators?: JsonObject;
  build(fresh: Fresh): Draft;
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

/** The invalid requests that every right implementation answers with a declared client error. */
export function* invalidCases(twin: Twin): Generator<RequestCase> {
  for (const { family, words, isOneEach = false } of choices) {
    const topics = new Set<string>();
    for (const one of family.generate(contextOf(twin))) {
      if (one.kind === 'sequence' || !isCertain(one, twin) || words?.test(one.mutation) === false) continue;
      if (isOneEach && topics.has(one.topic)) continue;
      topics.add(one.topic);
      yield one;
    }
  }
}

/** Some of the verifier's invalid requests: a pact is read by people, so of each kind a few are recorded. */
interface Choice {
  readonly family: Family;
  /** The mutations to take, in their words; all of them unless told. */
  readonly words?: RegExp;
  /** Only the first of each topic. */
  readonly isOneEach?: boolean;
}

const choices: readonly Choice[] = [
  { family: parameters },
  { family: missingProperties, words: /is left out$|are left out$/ },
  {
    family: wrongTypes,
    words:
      / is (?:null|true|a whole number: |a fraction: |a text: |an empty (?:array|object)$|its value as text: )/,
  },
  { family: limits },
  { family: integerLimits },
  { family: extraProperties, isOneEach: true },
  { family: wrongShapes, isOneEach: true },
  { family: brokenBodies, isOneEach: true },
  { family: mediaTypes, isOneEach: true, words: /text\/plain$/ },
];

function isCertain({ expectation, open, company }: Case, { operation }: Twin): boolean {
  const isDeclared = open.every(
    ({ status }) => typeof status !== 'number' || (status >= 400 && isGoverned(operation, status)),
  );
  return expectation === 'reject' && isDeclared && company === undefined;
}

/** Of a path that names a record, 404 is weighed with the operation as a whole. */
function isGoverned(operation: Operation, status: number): boolean {
  return status === 404 || responseFor(operation, status) !== undefined;
}

/** Requests without the right credentials, scheme by scheme; nothing for an operation that lets anybody in. */
export function* refusedCases(twin: Twin): Generator<RefusedCase> {
  const { operation } = twin;
  if (!isSecured(operation)) return;
  const seen = new Set<SecurityScheme>();
  for (const { schemes } of operation.security) {
    for (const scheme of schemes.filter((one) => one.type !== 'mutualTLS' && !seen.has(one))) {
      seen.add(scheme);
      for (const { words, text } of wrongValues(scheme)) {
        const value = text === undefined ? ({ kind: 'none' } as const) : ({ kind: 'literal', text } as const);
        // Another right credential beside it would be taken for one that should be enough.
        const credentials: CredentialPlan = { schemes: [scheme], scheme, value };
        yield {
          mutation: `the credential of "${scheme.name}" is ${words}`,
          schemes: [scheme],
          build: (fresh) => ({ ...validDraft(twin, fresh), credentials }),
        };
      }
    }
  }
}

interface RefusedCase {
  readonly mutation: string;
  readonly schemes: readonly SecurityScheme[];
  build(fresh: Fresh): Draft;
}

interface WrongValue {
  readonly words: string;
  readonly text: string | undefined;
}

function wrongValues(scheme: SecurityScheme): readonly WrongValue[] {
  const common = [
    { words: 'left out', text: undefined },
    { words: 'one that was never given out', text: rightValue(scheme, UNKNOWN) },
  ];
  if (scheme.type === 'apiKey') return common;
  const [word = ''] = rightValue(scheme, UNKNOWN).split(' ');
  const other = word === 'Basic' ? 'Bearer' : 'Basic';
  return [
    ...common,
    { words: `the word ${word} alone`, text: word },
    { words: `one of the scheme ${other}`, text: `${other} ${Buffer.from(UNKNOWN).toString('base64')}` },
  ];
}

/** In the form of user and password, so that it is a credential of every scheme. */
const UNKNOWN = 'nobody:never-given-out';
