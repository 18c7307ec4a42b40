/** Bodies other than JSON: missing, empty, and malformed for their media type. */
import { isValid } from '../../../../spec/validation/validate.ts';
import { findXmlError } from '../../../../spec/wire/xml.ts';
import type { Expectation, FreshValues, ToleratedResponse } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import { type BaselineRequest, mainPayload, withPayload } from '../../request/baseline-request.ts';
import { payloadRequestSpec, rawRequestSpec } from '../../request/build-request-spec.ts';
import { createCase } from '../../request/create-case.ts';
import type { Payload } from '../../request/payload/payload.ts';
import { malformedParts } from './multipart.ts';

export function* malformedPayloads(baseline: BaselineRequest): Generator<TestCase> {
  const bodyPayload = mainPayload(baseline);
  if (bodyPayload !== undefined) yield* absentPayloads(baseline, bodyPayload);
  for (const payload of baseline.payloads) {
    if (payload.kind === 'xml') yield* malformedXml(withPayload(baseline, payload), payload);
    if (payload.kind === 'multipart') yield* malformedParts(withPayload(baseline, payload), payload);
  }
}

const toleratedWithoutType: readonly ToleratedResponse[] = [
  { status: 415, reason: 'a body without a media type may be reported as an unsupported type' },
];

/** Only where a body is required: valid-bodies sends the request without an optional body. */
function* absentPayloads(baseline: BaselineRequest, payload: Payload): Generator<TestCase> {
  const { requestBody } = baseline.operation;
  if (requestBody?.required !== true) return;
  const common = { category: 'malformed-bodies', topic: 'no body', place: requestBody.place } as const;
  yield createCase(baseline, {
    ...common,
    name: 'none',
    expectation: mayBeEmpty(payload) ? 'unspecified' : 'reject',
    mutation: 'the body and the media type are missing',
    tolerated: toleratedWithoutType,
    buildRequest: () => rawRequestSpec(baseline, { content: undefined, contentType: undefined }),
  });
  const { contentType } = payload.write(payload.full);
  yield createCase(baseline, {
    ...common,
    name: 'empty',
    expectation: mayBeEmpty(payload) ? 'unspecified' : 'reject',
    mutation: 'the body is empty, but has a media type',
    buildRequest: () => rawRequestSpec(baseline, { content: '', contentType }),
  });
}

/** A text, a file or a form without fields may have no bytes, unless the schema forbids it. */
function mayBeEmpty({ kind, schema }: Payload): boolean {
  if (kind === 'text' || kind === 'bytes') return schema === undefined || isValid(schema, '', 'request');
  return kind === 'form' && (schema === undefined || isValid(schema, {}, 'request'));
}

function* malformedXml(baseline: BaselineRequest, payload: Payload): Generator<TestCase> {
  const validXml = (fresh: FreshValues) => String(payloadRequestSpec(baseline, payload, fresh).body);
  const { content, contentType } = payload.write(payload.full);
  for (const { name, description, apply } of xmlDamages) {
    const malformed = apply(String(content));
    if (malformed === undefined || findXmlError(malformed) === undefined) continue;
    const expectation: Expectation = 'reject';
    yield createCase(baseline, {
      category: 'malformed-bodies',
      name: `xml/${name}`,
      topic: 'malformed XML',
      expectation,
      mutation: `the body is not well-formed XML: ${description}`,
      place: payload.media.place,
      buildRequest: (fresh) => rawRequestSpec(baseline, { content: apply(validXml(fresh)), contentType }),
    });
  }
}

/** A change that makes an XML document malformed (XML 1.0, section 2.1). */
interface XmlDamage {
  readonly name: string;
  readonly description: string;
  /** Undefined where the change does not apply to the text. */
  apply(text: string): string | undefined;
}

const xmlDamages: readonly XmlDamage[] = [
  {
    name: 'cut off',
    description: 'it is truncated in the middle',
    apply: (text) => text.slice(0, Math.ceil(text.length / 2)),
  },
  {
    name: 'not closed',
    description: 'the root element is not closed',
    apply: (text) => (/<\/[^>]+>\s*$/.test(text) ? text.replace(/<\/[^>]+>\s*$/, '') : undefined),
  },
  {
    name: 'closed by another name',
    description: 'the root element is closed with another name',
    apply: (text) => (/<\/[^>]+>\s*$/.test(text) ? text.replace(/<\/[^>]+>\s*$/, '</other-name>') : undefined),
  },
  { name: 'two roots', description: 'there are two root elements', apply: (text) => `${text}<second/>` },
  { name: 'text behind', description: 'text follows the root element', apply: (text) => `${text}rest` },
  { name: 'no element', description: 'it has only text', apply: () => 'neither element nor attribute' },
  { name: 'json', description: 'it is JSON', apply: () => '{"value":7}' },
  {
    name: 'ampersand',
    description: 'an ampersand is not escaped',
    apply: (text) => (/<\//.test(text) ? text.replace(/<\//, 'a & b</') : undefined),
  },
  {
    name: 'unknown entity',
    description: 'it has an undeclared entity',
    apply: (text) => (/<\//.test(text) ? text.replace(/<\//, '&nowhere;</') : undefined),
  },
  {
    name: 'control character',
    description: 'it has a control character',
    apply: (text) => (/<\//.test(text) ? text.replace(/<\//, '\u0001</') : undefined),
  },
];
