import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { isSecured } from '../../../spec/model/contract.ts';
import type { Case, Company, Preceded } from '../model/case.ts';
import type { Draft, Fresh, OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import { payloadOf, type Twin } from '../request/twin.ts';
import { validDraft } from '../request/twin-draft.ts';
import { type Attack, none } from './attacks/attack.ts';
import { basicAttacks, sevenBitAttack } from './attacks/basic.ts';
import { apiKeyAttacks, bearerAttacks, otherSchemeAttacks } from './attacks/bearer.ts';
import type { Family } from './family.ts';
import { plainInvalid } from './shared/plain-invalid.ts';

/** A request without the right credentials is never a success, whatever the status; with those of any alternative it is. */
export const credentials: Family = {
  name: 'credentials',
  summary: 'a request without the right credentials is refused',
  *generate({ twin }): Generator<Case> {
    yield* attacks(twin);
    yield* otherAlternatives(twin);
  },
};

function* attacks(twin: Twin): Generator<Case> {
  if (!isSecured(twin.operation)) return;
  const seen = new Set<SecurityScheme>();
  for (const { schemes } of twin.operation.security) {
    for (const scheme of schemes.filter((one) => !seen.has(one) && one.type !== 'mutualTLS')) {
      seen.add(scheme);
      yield* casesFor(twin, schemes, scheme);
    }
  }
}

function* casesFor(twin: Twin, schemes: readonly SecurityScheme[], scheme: SecurityScheme): Generator<Case> {
  const isObject = isJsonObject(twin.body?.full) || payloadOf(twin)?.kind === 'form';
  const hasMoreLetters = twin.atHand?.beyondAscii.has(scheme.name) === true;
  const attacks = [none, ...attacksOn(scheme), ...(hasMoreLetters ? [sevenBitAttack(scheme)] : [])]
    .filter((attack) => isObject || !isInBody(attack))
    .filter((attack) => !isWhereAnotherIs(attack, twin.operation));
  for (const context of contextsFor(twin))
    for (const attack of attacks) yield attackCase(twin, { schemes, scheme, attack, context });
}

function isInBody({ value }: Attack): boolean {
  return value.kind === 'misplaced' && value.in === 'body';
}

/** One secret may open several schemes: what is misplaced for one of them is in the place of another. */
function isWhereAnotherIs({ value }: Attack, { security }: Operation): boolean {
  if (value.kind !== 'misplaced') return false;
  const name = value.in === 'header' ? value.name.toLowerCase() : value.name;
  return security
    .flatMap(({ schemes }) => schemes)
    .some(({ type, in: place, parameterName = '' }) => {
      const its = place === 'header' ? parameterName.toLowerCase() : parameterName;
      return type === 'apiKey' && place === value.in && its === name;
    });
}

/** Also for families in which a wrong credential is only the beginning. */
export function attacksOn(scheme: SecurityScheme): readonly Attack[] {
  if (scheme.type === 'apiKey') return apiKeyAttacks(scheme);
  if (scheme.type === 'http' && scheme.scheme === 'basic') return basicAttacks();
  const isOther = scheme.type === 'http' && scheme.scheme !== 'bearer';
  return isOther ? otherSchemeAttacks(scheme) : bearerAttacks();
}

/** What the implementation has just seen, or what else is wrong with the request. */
interface Context {
  readonly name: string;
  readonly words: string;
  readonly company?: Company;
  build(fresh: Fresh): Draft;
}

function contextsFor(twin: Twin): readonly Context[] {
  const build = (fresh: Fresh) => validDraft(twin, fresh);
  const success = (_judged: Draft, fresh: Fresh) => [validDraft(twin, fresh)];
  const plain: Context = { name: '', words: '', build };
  const afterSuccess: Context = {
    name: '/after a success',
    words: ', right after a success on the same connection',
    company: { kind: 'preceded', before: success },
    build,
  };
  const withCookie: Context = {
    name: '/with a session',
    words: ', with the cookies that a success has set',
    company: { kind: 'preceded', before: success, cookies: true },
    build,
  };
  return [plain, afterSuccess, ...(twin.setsCookies ? [withCookie] : []), ...invalidBodyContext(twin)];
}

/** Those who check the body first must still refuse. What a valid body gets is seen first, on the same connection. */
function invalidBodyContext(twin: Twin): readonly Context[] {
  const invalid = plainInvalid(twin);
  if (invalid === undefined) return [];
  const before: Preceded['before'] = ({ credentials }, fresh) => [
    { ...validDraft(twin, fresh), credentials },
  ];
  const words = ', and the body is invalid too';
  return [
    { name: '/with an invalid body', words, company: { kind: 'preceded', before }, build: () => invalid },
  ];
}

interface AttackInput {
  readonly schemes: readonly SecurityScheme[];
  readonly scheme: SecurityScheme;
  readonly attack: Attack;
  readonly context: Context;
}

/** A query that the contract does not declare may well lead nowhere. */
const undeclaredQuery: readonly OpenAnswer[] = [
  { status: 404, because: 'the path with a query is not a declared one' },
];

const tooLong: readonly OpenAnswer[] = [
  { status: 431, because: 'HTTP has a status of its own for headers that are too large' },
];

function attackCase(twin: Twin, { schemes, scheme, attack, context }: AttackInput): Case {
  const { name, words, value, topic } = attack;
  return caseOf(twin, {
    family: 'credentials',
    name: `${scheme.name}/${name}${context.name}`,
    topic,
    expectation: 'refuse',
    mutation: `the credential of "${scheme.name}" is ${words}${context.words}`,
    place: scheme.place,
    open: [...(value.kind === 'misplaced' ? undeclaredQuery : []), ...(name === 'long' ? tooLong : [])],
    company: context.company,
    build: (fresh) => ({ ...context.build(fresh), credentials: { schemes, scheme, value } }),
  });
}

/** Where the contract has several alternatives, each of them is enough, and none at all where it says so. */
function* otherAlternatives(twin: Twin): Generator<Case> {
  for (const schemes of twin.atHand?.alternatives ?? []) {
    const names = schemes.map(({ name }) => name).join(' and ');
    const words =
      names === '' ? 'no credential is sent' : `the credential of ${names} is sent, and no other one`;
    yield caseOf(twin, {
      family: 'credentials',
      name: `alternative/${names || 'none'}`,
      topic: `alternative ${names || 'none'}`,
      expectation: 'accept',
      mutation: `${words}, which the contract lets be enough`,
      place: placeOf(twin.operation, schemes),
      open: [...ofOthers, ...(schemes.length === 0 && isAboutItem(twin.operation) ? ofNobody : [])],
      build: (fresh) => ({ ...validDraft(twin, fresh), credentials: { schemes } }),
    });
  }
}

function placeOf({ security, place }: Operation, schemes: readonly SecurityScheme[]): Case['place'] {
  return security.find((one) => one.schemes === schemes)?.place ?? place;
}

/** Two credentials need not stand for the same person. */
const ofOthers: readonly OpenAnswer[] = [
  { status: 403, because: 'who is known may lack a scope or a role that only the implementation knows' },
  ...[404, 409, 410, 412, 422].map((status) => ({
    status,
    because: 'whoever these credentials stand for may have other records',
  })),
];

const ofNobody: readonly OpenAnswer[] = [
  { status: 401, because: 'what the path names may not be for everybody' },
];

function isAboutItem({ parameters }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}
