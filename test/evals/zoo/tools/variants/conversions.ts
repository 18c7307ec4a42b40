import { isList, isObject, type Json, JsonNumber, type JsonObject, wholeNumber } from '../../json.ts';
import { ToolProblem } from '../response.ts';
import { basic } from '../variant.ts';

const acceptanceChecks = ['invalid-rejected'];
const rejectionChecks = ['valid-accepted'];

/** What is wrong is made right, or what is right refused, before anybody has looked at it. */
export const conversions = basic([
  {
    name: 'reads-days-from-text',
    description: 'It makes numbers of texts that look like numbers.',
    operations: ['lendTool'],
    foundBy: acceptanceChecks,
    behavior: () => ({ prepare: (body) => withMember(body, 'days', numberOfText) }),
  },
  {
    name: 'cuts-fractions-of-quantities',
    description: 'It makes integers of fractions in every part.',
    operations: ['createTool'],
    foundBy: acceptanceChecks,
    behavior: () => ({
      prepare: (body) =>
        withMember(body, 'parts', (parts) => eachItem(parts, (part) => withMember(part, 'quantity', cut))),
    }),
  },
  {
    name: 'reads-truth-from-text',
    description: 'It accepts the texts "true" and "false" for booleans in every part.',
    operations: ['createTool'],
    foundBy: acceptanceChecks,
    behavior: () => ({
      prepare: (body) =>
        withMember(body, 'parts', (parts) => eachItem(parts, (part) => withMember(part, 'spare', truthOfText))),
    }),
  },
  {
    name: 'makes-list-of-one-contact',
    description: 'It accepts a single object where a list is wanted.',
    operations: ['createMember'],
    foundBy: acceptanceChecks,
    behavior: () => ({
      prepare: (body) => withMember(body, 'contacts', (contacts) => (isObject(contacts) ? [contacts] : contacts)),
    }),
  },
  {
    name: 'drops-unknown-members-in-silence',
    description: 'It accepts members that the contract forbids and forgets them.',
    operations: ['createTool'],
    foundBy: acceptanceChecks,
    behavior: () => ({ prepare: (body) => (isObject(body) ? knownOf(body) : body) }),
  },
  {
    name: 'takes-patch-under-any-type',
    description: 'It accepts a merge patch as application/json or text/plain.',
    operations: ['changeTool'],
    foundBy: acceptanceChecks,
    behavior: () => ({ isMediaType: () => true }),
  },
  {
    name: 'knows-no-merge-patch',
    description: 'It has a parser for application/json alone and rejects what the contract declares.',
    operations: ['changeTool'],
    foundBy: rejectionChecks,
    behavior: ({ isMediaType }) => ({ isMediaType: (given) => isMediaType(given, 'application/json') }),
  },
  {
    name: 'rejects-notes-that-are-null',
    description: 'It reads nullable as optional.',
    operations: ['createTool', 'replaceTool'],
    foundBy: rejectionChecks,
    behavior: () => ({ prepare: rejects((body) => body.notes === null) }),
  },
  {
    name: 'rejects-extension-that-is-null',
    description: 'It rejects null two objects deep in one of two alternatives.',
    operations: ['createMember'],
    categories: [],
    foundBy: rejectionChecks,
    behavior: () => ({
      prepare: rejects(
        ({ contacts }) => isMaybeList(contacts) && contacts.some((one) => isObject(one) && one.extension === null),
      ),
    }),
  },
  {
    name: 'counts-characters-in-halves',
    description: 'It counts UTF-16 units where the contract counts characters.',
    operations: ['createTool', 'replaceTool'],
    foundBy: rejectionChecks,
    behavior: () => ({ prepare: rejects(({ name }) => typeof name === 'string' && name.length > 80) }),
  },
  {
    name: 'rejects-power-tools',
    description: 'It demands of the else branch what then demands and the other way round.',
    operations: ['createTool'],
    foundBy: rejectionChecks,
    behavior: () => ({ prepare: rejects(({ kind, power }) => kind === 'power' && power !== undefined) }),
  },
  {
    name: 'rejects-telephones',
    description: 'It knows the first alternative of oneOf alone.',
    operations: ['createMember'],
    foundBy: rejectionChecks,
    behavior: () => ({
      prepare: rejects(
        ({ contacts }) => isMaybeList(contacts) && contacts.some((one) => isObject(one) && one.by === 'phone'),
      ),
    }),
  },
]);

type Change = (value: Json) => Json;

function withMember(body: Json, name: string, change: Change): Json {
  const value = isObject(body) ? body[name] : undefined;
  return isObject(body) && value !== undefined ? { ...body, [name]: change(value) } : body;
}

function eachItem(list: Json, change: Change): Json {
  return isList(list) ? list.map(change) : list;
}

function numberOfText(value: Json): Json {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? new JsonNumber(Number(value)) : value;
}

function cut(value: Json): Json {
  if (!(value instanceof JsonNumber) || wholeNumber(value) !== undefined) return value;
  const number = Math.trunc(Number(value.source));
  return Number.isSafeInteger(number) ? new JsonNumber(number) : value;
}

function truthOfText(value: Json): Json {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

const known = new Set('name kind priceCents weight serial size acquired checkedAt notes power parts labels'.split(' '));

function knownOf(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)));
}

function isMaybeList(value: Json | undefined): value is readonly Json[] {
  return value !== undefined && isList(value);
}

function rejects(isRejected: (body: JsonObject) => boolean): Change {
  return (body) => {
    const message = 'this is not accepted';
    if (isObject(body) && isRejected(body)) throw new ToolProblem(422, message, [{ pointer: '', message }]);
    return body;
  };
}
