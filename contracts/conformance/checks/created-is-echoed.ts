import { isJsonObject } from '../../../spec/json/exact-json.ts';
import { formatPath } from '../../../spec/validation/validate.ts';
import { percentEncoded } from '../../../text.ts';
import { isIdentifier } from '../request/values/names.ts';
import { type Check, type Judged, type Violation, weighed } from './check.ts';
import { differenceOf, type EchoDifference } from './echo/difference.ts';
import { own, type SharedProperty, sharedProperties } from './echo/shared-properties.ts';

export const createdIsEchoed: Check = {
  id: 'created-is-echoed',
  severity: 'fault',
  holds: 'the properties that request and success body both declare come back as they were sent',
  title: 'What comes back is not what was sent',
  why: 'The client believes that something else was stored than it sent, or it was. Likely causes: text trimmed, escaped, cut, normalised or read in another encoding; an optional property lost or made up; an answer meant for somebody else. Store each value as it came, and make the answer from what was stored; what is made of it on purpose (in lower case, trimmed, sorted, rounded), say in the description of the property.',
  restsOn:
    'OpenAPI, Schema Object: request and answer declare the same properties; RFC 9110, section 15.3.1 (200) and section 15.3.2 (201)',
  defaults:
    'JSON.parse of JavaScript rounds integers beyond 2^53; Laravel trims texts and makes null of empty ones (TrimStrings, ConvertEmptyStringsToNull)',
  appliesTo: (judged) => sharedProperties(judged).length > 0,
  violations: (judged) =>
    sharedProperties(judged).flatMap((property) => {
      if (isNamedByPath(judged, property)) return [];
      const difference = differenceOf(inEnvelope(judged, property), methodOf(judged));
      if (difference === undefined) return [];
      const violation = violationOf(property, difference);
      return [isRecord(judged, property) ? violation : weighed(violation, notSurelyRecord)];
    }),
};

/** A POST upon a record, or an action below it, changes what it sends, as a PATCH does: what it does not send was there. */
function methodOf({ answer, case: { operation } }: Judged): string {
  const isUponRecord = /\}(?:\/[^/{}]+)?\/?$/.test(operation.path) && answer?.status !== 201;
  return operation.method === 'POST' && isUponRecord ? 'PATCH' : operation.method;
}

function violationOf(
  property: SharedProperty,
  { path, from, expected, received, manner = '' }: EchoDifference,
): Violation {
  const { name, schema, sent, returned } = property;
  const how = sent === undefined ? 'made up' : returned === undefined ? 'lost' : `changed ${manner}`;
  return {
    expected: `${formatPath(path)}: ${expected}`,
    received,
    at: { in: 'body', path, from },
    place: schema.place,
    rule: `"${name}" is a property of the request and of the answer: it comes back as it was sent`,
    key: `${name} ${how}`,
  };
}

const notSurelyRecord = 'the answer may be a result of its own and not the record';

/**
 * A POST may also compute: translate, search, quote. What is surely the record is created with 201, put, or described by
 * the same schema on both sides; what names a record may be given out by the implementation.
 */
function isRecord({ answer, case: { operation } }: Judged, property: SharedProperty): boolean {
  const { name, schema, asked, isRequired } = property;
  if (operation.method !== 'POST') return true;
  const isSamePart = asked.place.pointer === schema.place.pointer && asked.place.file === schema.place.file;
  return (answer?.status === 201 || isSamePart) && (isRequired || !isIdentifier(name));
}

/** Of two names for one record, the path's counts: `PUT /orders/7` with the id 8 is about 7. */
function isNamedByPath(
  { draft, case: { operation } }: Judged,
  { at, name, returned }: Pick<SharedProperty, 'at' | 'name' | 'returned'>,
): boolean {
  const [, parameter] = /\{([^{}]+)\}\/?$/.exec(operation.path) ?? [];
  const isInList = at.some((part) => typeof part === 'number');
  if (isInList || parameter === undefined || returned === undefined) return false;
  const [path = ''] = draft.path.split('?');
  const last = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  return isNameOf(parameter, name) && last === percentEncoded(String(returned));
}

/** `pool_name` of the path is the property `name` of a pool. */
function isNameOf(parameter: string, name: string): boolean {
  const [its, whole] = [name, parameter].map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase());
  return isIdentifier(name) || (its !== undefined && its !== '' && whole?.endsWith(its) === true);
}

/** The same of the name in `{ "data": { "id": 8 } }`. */
function inEnvelope(judged: Judged, property: SharedProperty): SharedProperty {
  const { at, sent, returned } = property;
  if (!isJsonObject(sent) || !isJsonObject(returned)) return property;
  const members = Object.entries(sent).map(([name, value]) => {
    const other = own(returned, name);
    const isTheirs = other !== undefined && isNamedByPath(judged, { at, name, returned: other });
    return [name, isTheirs ? other : value] as const;
  });
  return { ...property, sent: Object.fromEntries(members) };
}
