/** Bodies that are not JSON: none at all, empty ones, and those that are not what their media type says. */
import { isValid } from '../../../../spec/validation/validate.ts';
import { xmlFaultIn } from '../../../../spec/wire/xml.ts';
import type { Case } from '../../model/case.ts';
import type { Expectation, Fresh, OpenAnswer } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Payload } from '../../request/payload/payload.ts';
import { payloadOf, type Twin, withPayload } from '../../request/twin.ts';
import { payloadDraft, rawDraft } from '../../request/twin-draft.ts';
import { malformedParts } from './parts.ts';

export function* brokenPayloads(twin: Twin): Generator<Case> {
  const own = payloadOf(twin);
  if (own !== undefined) yield* absent(twin, own);
  for (const payload of twin.payloads) {
    if (payload.kind === 'xml') yield* malformedXml(withPayload(twin, payload), payload);
    if (payload.kind === 'multipart') yield* malformedParts(withPayload(twin, payload), payload);
  }
}

const untyped: readonly OpenAnswer[] = [
  { status: 415, because: 'a body of no type may be called an unsupported type' },
];

/** Where none is required, the family of valid bodies goes without. */
function* absent(twin: Twin, payload: Payload): Generator<Case> {
  const { requestBody } = twin.operation;
  if (requestBody?.required !== true) return;
  const common = { family: 'broken-bodies', topic: 'no body', place: requestBody.place } as const;
  yield caseOf(twin, {
    ...common,
    name: 'none',
    expectation: mayBeEmpty(payload) ? 'silent' : 'reject',
    mutation: 'no body is sent, and no media type',
    open: untyped,
    build: () => rawDraft(twin, { text: undefined, contentType: undefined }),
  });
  const { contentType } = payload.write(payload.full);
  yield caseOf(twin, {
    ...common,
    name: 'empty',
    expectation: mayBeEmpty(payload) ? 'silent' : 'reject',
    mutation: 'the body is empty, with the media type of one',
    build: () => rawDraft(twin, { text: '', contentType }),
  });
}

/** Of no bytes, a text or a file may be empty unless its schema wants some, and a form without fields. */
function mayBeEmpty({ kind, schema }: Payload): boolean {
  if (kind === 'text' || kind === 'bytes') return schema === undefined || isValid(schema, '', 'request');
  return kind === 'form' && (schema === undefined || isValid(schema, {}, 'request'));
}

function* malformedXml(twin: Twin, payload: Payload): Generator<Case> {
  const written = (fresh: Fresh) => String(payloadDraft(twin, payload, fresh).body);
  const { text, contentType } = payload.write(payload.full);
  for (const { name, words, damage } of xmlFaults) {
    const broken = damage(String(text));
    if (broken === undefined || xmlFaultIn(broken) === undefined) continue;
    const expectation: Expectation = 'reject';
    yield caseOf(twin, {
      family: 'broken-bodies',
      name: `xml/${name}`,
      topic: 'malformed XML',
      expectation,
      mutation: `the body is not XML: ${words}`,
      place: payload.media.place,
      build: (fresh) => rawDraft(twin, { text: damage(written(fresh)), contentType }),
    });
  }
}

/** A way to make a document of XML none (XML 1.0, section 2.1). */

interface XmlDamage {
  readonly name: string;
  readonly words: string;
  /** Undefined where the text has no place for it. */
  damage(text: string): string | undefined;
}

const xmlFaults: readonly XmlDamage[] = [
  {
    name: 'cut off',
    words: 'it breaks off in the middle',
    damage: (text) => text.slice(0, Math.ceil(text.length / 2)),
  },
  {
    name: 'not closed',
    words: 'the root element is not closed',
    damage: (text) => (/<\/[^>]+>\s*$/.test(text) ? text.replace(/<\/[^>]+>\s*$/, '') : undefined),
  },
  {
    name: 'closed by another name',
    words: 'the root element is closed by another name',
    damage: (text) =>
      /<\/[^>]+>\s*$/.test(text) ? text.replace(/<\/[^>]+>\s*$/, '</other-name>') : undefined,
  },
  { name: 'two roots', words: 'there are two root elements', damage: (text) => `${text}<second/>` },
  { name: 'text behind', words: 'text follows the root element', damage: (text) => `${text}rest` },
  { name: 'no element', words: 'there is only text', damage: () => 'neither element nor attribute' },
  { name: 'json', words: 'it is JSON', damage: () => '{"value":7}' },
  {
    name: 'ampersand',
    words: 'an ampersand is not escaped',
    damage: (text) => (/<\//.test(text) ? text.replace(/<\//, 'a & b</') : undefined),
  },
  {
    name: 'unknown entity',
    words: 'it has an entity that nobody declares',
    damage: (text) => (/<\//.test(text) ? text.replace(/<\//, '&nowhere;</') : undefined),
  },
  {
    name: 'control character',
    words: 'it holds a control character',
    damage: (text) => (/<\//.test(text) ? text.replace(/<\//, '\u0001</') : undefined),
  },
];
