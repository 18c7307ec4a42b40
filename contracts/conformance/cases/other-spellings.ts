import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { caseOf } from '../request/case-of.ts';
import { rightTemplate, schemeWord } from '../request/credentials/place.ts';
import type { Twin, TwinBody } from '../request/twin.ts';
import { rawDraft, validDraft } from '../request/twin-draft.ts';
import { freshen } from '../request/values/fresh.ts';
import type { Family } from './family.ts';
import { escapeAll } from './shared/spelt.ts';

/** The same request, written otherwise: JSON and HTTP both say that it means the same. */
export const otherSpellings: Family = {
  name: 'other-spellings',
  summary: 'the same request written otherwise is the same request',
  *generate({ twin }) {
    if (twin.body !== undefined) yield* bodySpellings(twin, twin.body);
    yield* schemeSpellings(twin);
  },
};

interface Spelling {
  readonly name: string;
  readonly mutation: string;
  write?(value: Json): string;
  contentType?(range: string): string;
}

const spellings: readonly Spelling[] = [
  { name: 'pretty', mutation: 'the JSON is indented', write: (value) => stringifyJson(value, 2) },
  {
    name: 'white space',
    mutation: 'white space stands around the JSON',
    write: (value) => ` \r\n\t${stringifyJson(value)}\n `,
  },
  { name: 'escaped', mutation: 'every letter of the text is a \\u escape', write: escapeAll },
  {
    name: 'keys reversed',
    mutation: 'the properties come in another order',
    write: (value) => stringifyJson(reversed(value)),
  },
  {
    name: 'charset',
    mutation: 'the media type says charset=utf-8',
    contentType: (range) => `${range}; charset=utf-8`,
  },
  {
    name: 'media type case',
    mutation: 'the media type is in capitals',
    contentType: (range) => range.toUpperCase(),
  },
];

function* bodySpellings(twin: Twin, { media, schema, full }: TwinBody) {
  for (const { name, mutation, write = stringifyJson, contentType = (range: string) => range } of spellings) {
    // Of one property there is no other order.
    const isPlain = write(full) === stringifyJson(full) && contentType(media.range) === media.range;
    if (isPlain) continue;
    yield caseOf(twin, {
      family: 'other-spellings',
      name,
      topic: name,
      expectation: 'accept',
      mutation,
      place: media.place,
      build: (fresh) => {
        const value = freshen(full, schema, fresh);
        return rawDraft(twin, { text: write(value), value, contentType: contentType(media.range) });
      },
    });
  }
}

/** RFC 9110, section 11.1: the name of the scheme is case-insensitive. */
function* schemeSpellings(twin: Twin) {
  const { schemes } = twin;
  const scheme = schemes.find(({ type }) => type !== 'apiKey' && type !== 'mutualTLS');
  if (scheme === undefined) return;
  const word = schemeWord(scheme);
  const [, ...credential] = rightTemplate(scheme);
  for (const spelt of [word.toLowerCase(), word.toUpperCase()]) {
    yield caseOf(twin, {
      family: 'other-spellings',
      name: `scheme ${spelt}`,
      topic: 'scheme',
      expectation: 'accept',
      mutation: `the authentication scheme is spelt "${spelt}"`,
      place: scheme.place,
      build: (fresh) => ({
        ...validDraft(twin, fresh),
        credentials: {
          schemes,
          scheme,
          value: { kind: 'derived', template: [`${spelt} `, ...credential] },
        },
      }),
    });
  }
}

/** At every depth. */
function reversed(value: Json): Json {
  if (isJsonArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, part]) => [name, reversed(part)] as const);
  return Object.fromEntries(members.toReversed());
}
