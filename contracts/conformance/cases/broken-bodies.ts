import { parseJson, stringifyJson } from '../../../spec/exact-json.ts';
import type { Case, Fresh, OpenAnswer } from '../case.ts';
import { freshen } from '../fresh.ts';
import { caseOf, rawDraft, type Twin, type TwinBody } from '../twin.ts';
import type { Family } from './family.ts';

/** No body, an empty one, and bytes that are not JSON. */
export const brokenBodies: Family = {
  name: 'broken-bodies',
  summary: 'a missing, empty or malformed body is rejected',
  *generate(twin): Generator<Case> {
    const { body } = twin;
    if (body === undefined) return;
    if (twin.operation.requestBody?.required === true) yield* absentBodies(twin, body);
    for (const fault of malformations) {
      // Some only change what a body of this kind has: no text, no single quotes to put around it.
      if (isJson(fault.break(stringifyJson(body.full)))) continue;
      yield caseOf(twin, {
        family: 'broken-bodies',
        name: fault.name,
        topic: fault.name,
        expectation: 'reject',
        mutation: `the body is not JSON: ${fault.words}`,
        place: body.media.place,
        build: (fresh: Fresh) =>
          rawDraft(twin, { text: fault.break(stringifyJson(freshen(body.full, body.schema, fresh))) }),
      });
    }
  },
};

/** Without a body there is nothing to have a media type: 415 is as good as the declared error. */
const noMediaType: readonly OpenAnswer[] = [
  { status: 415, because: 'a body of no type may be called an unsupported type' },
];

function* absentBodies(twin: Twin, body: TwinBody): Generator<Case> {
  const place = twin.operation.requestBody?.place ?? body.media.place;
  const common = { family: 'broken-bodies', topic: 'no body', expectation: 'reject', place } as const;
  yield caseOf(twin, {
    ...common,
    name: 'none',
    mutation: 'no body is sent, and no media type',
    open: noMediaType,
    build: () => rawDraft(twin, { text: undefined, contentType: undefined }),
  });
  yield caseOf(twin, {
    ...common,
    name: 'none with media type',
    mutation: 'no body is sent, with the media type of one',
    build: () => rawDraft(twin, { text: undefined, contentType: body.media.range }),
  });
  yield caseOf(twin, {
    ...common,
    name: 'empty',
    mutation: 'the body is empty',
    build: () => rawDraft(twin, { text: '' }),
  });
  yield caseOf(twin, {
    ...common,
    name: 'blank',
    mutation: 'the body is white space',
    build: () => rawDraft(twin, { text: ' \n ' }),
  });
}

function isJson(broken: string | Uint8Array): boolean {
  return typeof broken === 'string' && parseJson(broken).ok;
}

interface Malformation {
  readonly name: string;
  readonly words: string;
  break(json: string): string | Uint8Array;
}

const malformations: readonly Malformation[] = [
  { name: 'truncated', words: 'it ends in the middle', break: (json) => json.slice(0, -5) },
  { name: 'unclosed', words: 'the last bracket is missing', break: (json) => json.slice(0, -1) },
  {
    name: 'trailing comma',
    words: 'a comma before the last bracket',
    break: (json) => `${json.slice(0, -1)},${json.slice(-1)}`,
  },
  { name: 'trailing text', words: 'text after its end', break: (json) => `${json} and more` },
  { name: 'twice', words: 'two values one after the other', break: (json) => `${json}${json}` },
  {
    name: 'single quotes',
    words: 'single quotes for double ones',
    break: (json) => json.replaceAll('"', "'"),
  },
  { name: 'unquoted keys', words: 'keys without quotes', break: (json) => json.replace(/"(\w+)":/g, '$1:') },
  { name: 'comment', words: 'a comment', break: (json) => `/* x */${json}` },
  { name: 'not a number', words: 'NaN for a value', break: (json) => withNumber(json, 'NaN') },
  {
    name: 'leading zero',
    words: 'a number with a leading zero',
    break: (json) => withNumber(json, '007'),
  },
  {
    name: 'bad escape',
    words: 'an escape that does not exist',
    break: (json) => json.replace(/:"/, ':"\\x'),
  },
  {
    name: 'raw control character',
    words: 'a raw line break in a text',
    break: (json) => json.replace(/:"/, ':"\n'),
  },
  { name: 'plain text', words: 'plain text', break: () => 'a Boston fern, please' },
  { name: 'xml', words: 'XML', break: () => '<plant><name>Boston fern</name></plant>' },
  { name: 'invalid utf-8', words: 'bytes that are not UTF-8', break: invalidUtf8 },
];

/** In a property of its own, so that nothing but the spelling is wrong. */
function withNumber(json: string, spelling: string): string {
  return json.replace(/\}$/, `,"x-number":${spelling}}`);
}

function invalidUtf8(json: string): Uint8Array {
  const at = Math.max(1, json.indexOf(':"') + 2);
  return Buffer.concat([
    Buffer.from(json.slice(0, at)),
    Buffer.from([0xc3, 0x28, 0xff]),
    Buffer.from(json.slice(at)),
  ]);
}
