import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from '../../../spec/exact-json.ts';
import { flatten } from '../../../spec/flatten.ts';
import type { Schema } from '../../../spec/schema.ts';
import { describeValue, isValid } from '../../../spec/validate.ts';
import { type Check, isSuccess, type Judged, type Violation } from './check.ts';

export const createdIsEchoed: Check = {
  id: 'created-is-echoed',
  severity: 'fault',
  holds: 'the properties that request and success body both declare come back as they were sent',
  title: 'What comes back is not what was sent',
  why: 'The client believes that something else was stored than it sent, or it was. Likely causes: text trimmed, escaped, cut, normalised or read in another encoding; an optional property lost or made up; an answer meant for somebody else.',
  appliesTo: (judged) => shared(judged).length > 0,
  violations: (judged) =>
    shared(judged).flatMap((property) => compare(property, judged.case.operation.method)),
};

interface SharedProperty {
  readonly name: string;
  readonly schema: Schema;
  readonly sent: Json | undefined;
  readonly returned: Json | undefined;
}

/** POST, PUT and PATCH store what they are sent; other methods answer with something else. What a PATCH leaves out stays as it was. */
const storing = new Set(['POST', 'PUT', 'PATCH']);

function shared(judged: Judged): readonly SharedProperty[] {
  const { answer, json, media, draft, case: tried } = judged;
  const request = tried.operation.requestBody?.content.find(({ schema }) => schema !== undefined)?.schema;
  if (tried.expectation !== 'accept' || !storing.has(tried.operation.method) || request === undefined)
    return [];
  if (answer === undefined || !isSuccess(answer.status) || media?.schema === undefined || json?.ok !== true)
    return [];
  if (!isJsonObject(draft.value) || !isJsonObject(json.value)) return [];
  return sharedProperties(flatten(request), flatten(media.schema), draft.value, json.value);
}

function sharedProperties(
  request: Schema,
  response: Schema,
  sent: JsonObject,
  returned: JsonObject,
): readonly SharedProperty[] {
  return [...response.properties]
    .filter(([name, schema]) => {
      const asked = request.properties.get(name);
      return (
        asked !== undefined && !asked.readOnly && !asked.writeOnly && !schema.readOnly && !schema.writeOnly
      );
    })
    .map(([name, schema]) => ({ name, schema, sent: own(sent, name), returned: own(returned, name) }))
    .filter((property) => property.sent === undefined || isValid(property.schema, property.sent, 'response'));
}

function own(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function compare({ name, schema, sent, returned }: SharedProperty, method: string): readonly Violation[] {
  if (
    sent === undefined ? returned === undefined : returned !== undefined && comesBack(sent, returned, schema)
  )
    return [];
  if (sent === undefined && (method === 'PATCH' || isTheirsToChoose(name, schema))) return [];
  const expected = `body.${name}: ${sent === undefined ? 'nothing, as none was sent' : `${describeValue(sent)}, as sent`}`;
  const received = describeDifference(sent, returned);
  return [
    {
      expected,
      received,
      place: schema.place,
      rule: `"${name}" is a property of the request and of the answer: it comes back as it was sent`,
      key: `${name} ${sent === undefined ? 'made up' : returned === undefined ? 'lost' : 'changed'}`,
    },
  ];
}

/** The same value; an object inside may have gained members of the implementation's own, such as an id. */
function comesBack(sent: Json, returned: Json, schema: Schema): boolean {
  const flat = flatten(schema);
  if (isJsonArray(sent)) {
    const items = flat.items ?? schema;
    return (
      isJsonArray(returned) &&
      sent.length === returned.length &&
      sent.every((item, index) => comesBack(item, returned[index] ?? null, items))
    );
  }
  if (isJsonObject(sent)) {
    if (!isJsonObject(returned)) return false;
    return Object.entries(sent).every(([name, part]) => {
      const back = own(returned, name);
      return back !== undefined && comesBack(part, back, flat.properties.get(name) ?? schema);
    });
  }
  return sameJson(sent, returned) || sameMeaning(sent, returned, flat.format);
}

/** Formats in which one value has several spellings, of which a store keeps one. */
function sameMeaning(sent: Json, returned: Json, format: string | undefined): boolean {
  if (typeof sent !== 'string' || typeof returned !== 'string') return false;
  if (format === 'date-time') return Date.parse(sent) === Date.parse(returned);
  return format === 'uuid' && sent.toLowerCase() === returned.toLowerCase();
}

/**
 * A property that was not sent may be filled in by the implementation where that is what it is for: identifiers,
 * states, dates, numbers, anything with a default. A free text that nobody wrote is made up.
 */
function isTheirsToChoose(name: string, schema: Schema): boolean {
  const flat = flatten(schema);
  const isFreeText = flat.types?.has('string') === true && flat.types.size === 1;
  const isConstrained = [flat.enum, flat.const, flat.format, flat.pattern, flat.default].some(
    (keyword) => keyword !== undefined,
  );
  return !isFreeText || isConstrained || /(^|_)(id|uuid|key|code|slug|etag|url|href)$|Id$/.test(name);
}

/** Two texts that look alike are shown from where they part, with what cannot be seen escaped. */
function describeDifference(sent: Json | undefined, returned: Json | undefined): string {
  if (typeof sent !== 'string' || typeof returned !== 'string') return describeValue(returned);
  const [mine, theirs] = [[...sent], [...returned]];
  const parting = mine.findIndex((character, index) => character !== theirs[index]);
  const from = parting === -1 ? mine.length : parting;
  const excerpt = theirs.slice(Math.max(0, from - 5), from + 10).join('');
  return `${describeValue(returned)}; they part at character ${from}: ...${visible(excerpt)}...`;
}

function visible(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
