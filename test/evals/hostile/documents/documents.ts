/** The adversarial documents: each keyword in each shape, and those that are large or slow in a way of their own. */

import { documentText, leaf, refTo, shapes, type WrittenSchemas } from './document-shapes.ts';
import { type KeywordKind, kinds, type OpenApiVersion, type WrittenSchema } from './keyword-kinds.ts';

export interface HostileDocument {
  /** `anyOf, doubled (3.0)` */
  readonly name: string;
  readonly group: string;
  readonly text: () => string;
  /** The next version of it: one limit deep within is another. */
  readonly changed: () => string;
}

function ofKind(kind: KeywordKind, version: OpenApiVersion): readonly HostileDocument[] {
  return shapes.map(({ name, schemas }) => documentOf(kind.name, name, version, () => schemas(kind)));
}

function others(): readonly HostileDocument[] {
  return [
    documentOf('$ref', 'in a chain', '3.0', () => chain(10_000)),
    documentOf('$ref', 'through itself', '3.0', () => ({ Root: refTo('Root') })),
    documentOf('$ref', '60,000 components', '3.0', () => ({ ...manySchemas(), Root: leaf })),
    documentOf('properties', '60,000 wide', '3.0', () =>
      wide((refs) => ({ type: 'object', properties: byName(refs) })),
    ),
    documentOf('required properties', '60,000 wide', '3.0', () =>
      wide((refs) => ({ type: 'object', required: Object.keys(byName(refs)), properties: byName(refs) })),
    ),
    documentOf('allOf', '60,000 wide', '3.0', () => wide((refs) => ({ allOf: refs }))),
    documentOf('anyOf', '60,000 wide', '3.0', () => wide((refs) => ({ anyOf: refs }))),
    documentOf('oneOf', '60,000 wide', '3.0', () => wide((refs) => ({ oneOf: refs }))),
    documentOf('anyOf', '200 choices of 2', '3.0', () => ({ Root: choices(200, 'anyOf') })),
    documentOf('oneOf', '200 choices of 2', '3.0', () => ({ Root: choices(200, 'oneOf') })),
    documentOf('anyOf', '60 recursive ways', '3.0', () => crossed(60, 'anyOf')),
    documentOf('properties', '60 recursive ways', '3.0', () => crossed(60, 'properties')),
    documentOf('$dynamicRef', 'through itself', '3.1', dynamic),
    ...slowPatterns.flatMap((pattern) => [
      documentOf('pattern', pattern, '3.0', () => ({
        Root: { ...leaf, properties: { a: { type: 'string', pattern, maxLength: 60 } } },
      })),
      documentOf('patternProperties', pattern, '3.1', () => ({
        Root: { ...leaf, patternProperties: { [pattern]: { type: 'string', maxLength: 8 } } },
      })),
    ]),
  ];
}

const slowPatterns = [
  '^(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(?=.)(a+)+$',
  '^((a{1,40}){1,40}){1,40}$',
  '^(a|a|b)*c(a|b){1000}$',
  '(x*)*(y*)*(z*)*$',
  '(.*a){25}',
];

const MANY = 60_000;

function manySchemas(): WrittenSchemas {
  const all = Array.from({ length: MANY }, (_unused, n) => [`S${n}`, { ...leaf, title: `${n}` }]);
  return Object.fromEntries(all);
}

function wide(rootOf: (refs: readonly WrittenSchema[]) => WrittenSchema): WrittenSchemas {
  const schemas = manySchemas();
  return { ...schemas, Root: rootOf(Object.keys(schemas).map(refTo)) };
}

function byName(refs: readonly WrittenSchema[]): WrittenSchemas {
  return Object.fromEntries(refs.map((ref, n) => [`p${n}`, ref]));
}

function chain(length: number): WrittenSchemas {
  const links = Array.from({ length }, (_unused, n) => [`L${n}`, refTo(n === length - 1 ? 'Leaf' : `L${n + 1}`)]);
  return { Root: refTo('L0'), ...Object.fromEntries(links), Leaf: leaf };
}

function choices(count: number, keyword: 'anyOf' | 'oneOf'): WrittenSchema {
  const one = (n: number) => ({
    [keyword]: [
      { properties: { [`p${n}`]: { type: 'string', maxLength: 3 } } },
      { properties: { [`p${n}`]: { type: 'integer' } } },
    ],
  });
  return { ...leaf, allOf: Array.from({ length: count }, (_unused, n) => one(n)) };
}

/** Each of them leads to each. */
function crossed(count: number, keyword: 'anyOf' | 'properties'): WrittenSchemas {
  const names = Array.from({ length: count }, (_unused, n) => (n === 0 ? 'Root' : `C${n}`));
  const all = Object.fromEntries(names.map((name) => [name, refTo(name)]));
  const one = (name: string): WrittenSchema =>
    keyword === 'properties'
      ? { type: 'object', title: name, properties: { ...all, a: leaf } }
      : { title: name, anyOf: [...Object.values(all).filter((_unused, n) => names[n] !== name), leaf] };
  return Object.fromEntries(names.map((name) => [name, one(name)]));
}

function dynamic(): WrittenSchemas {
  const next = { $dynamicRef: '#node' };
  return {
    Root: {
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { a: { type: 'string', minLength: 1, maxLength: 8 }, b: next, c: { anyOf: [next, next] } },
    },
  };
}

function documentOf(
  group: string,
  shape: string,
  version: OpenApiVersion,
  schemas: () => WrittenSchemas,
): HostileDocument {
  const text = () => documentText(contractOf(version, schemas()));
  return {
    name: `${group}, ${shape} (${version})`,
    group,
    text,
    changed: () => text().replaceAll('"maxLength":8', '"maxLength":7').replaceAll('"maxLength":60', '"maxLength":59'),
  };
}

function contractOf(version: OpenApiVersion, schemas: WrittenSchemas): WrittenSchema {
  const content = { 'application/json': { schema: refTo('Root') } };
  const filter = { name: 'filter', in: 'query', schema: refTo('Root') };
  const done = { description: 'done', content };
  const rejected = { description: 'refused' };
  return {
    openapi: version === '3.0' ? '3.0.3' : '3.1.0',
    info: { title: 'Hostile', version: '1' },
    servers: [{ url: '/' }],
    paths: {
      '/things': {
        get: { operationId: 'list', parameters: [filter], responses: { 200: done, 400: rejected } },
        post: {
          operationId: 'make',
          requestBody: { required: true, content },
          responses: { 201: done, 400: rejected, 415: rejected, 422: rejected },
        },
      },
    },
    components: { schemas },
  };
}

export const documents: readonly HostileDocument[] = [
  ...kinds.flatMap((kind) => kind.versions.flatMap((version) => ofKind(kind, version))),
  ...others(),
];
