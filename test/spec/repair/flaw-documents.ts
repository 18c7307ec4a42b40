/** Documents with one flaw each, as data: where it is, what is reported, and what the document means in the end. */

import { documentFlaws } from './document-flaws.ts';
import { type FlawedPart, type FlawRow, idParameter } from './flaw-row.ts';
import { messageFlaws } from './message-flaws.ts';
import { schemaFlaws } from './schema-flaws.ts';

export interface FlawedDocument {
  readonly flaw: string;
  readonly version: '3.0.3' | '3.1.0';
  readonly text: string;
  /** What is reported at the line that `#!` marks. */
  readonly what: string;
  /** The pointer of a value after the repair. */
  readonly pointer: string;
  readonly value: unknown;
}

const ok = "{'200': {description: ok}}";
const schemaOk = "{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}";

/** Where the part is, so that pointers of the table are those below it. */
const places: Readonly<Record<FlawedPart, string>> = {
  schema: '/components/schemas/A',
  property: '/components/schemas/A/properties/p',
  parameters: '/paths/~1flawed~1{id}/post/parameters',
  responses: '/paths/~1flawed~1{id}/post/responses',
  operation: '/paths/~1flawed~1{id}/post',
  scheme: '/components/securitySchemes/key',
  document: '',
};

function documentWith(part: FlawedPart, lines: string, version: string): string {
  const has = (one: FlawedPart, text: (indented: (spaces: number) => string) => string, other: string) =>
    part === one ? text((spaces) => lines.replace(/^/gm, ' '.repeat(spaces))) : other;
  return [
    `openapi: ${version}`,
    'info: {title: T, version: "1"}',
    ...(part === 'document' ? [lines] : []),
    'paths:',
    `  /good: {get: {operationId: good, responses: ${schemaOk}}}`,
    '  /flawed/{id}:',
    ...(part === 'parameters' ? [] : [`    parameters: [${idParameter}]`]),
    '    post:',
    '      operationId: flawed',
    ...(part === 'operation' ? [lines.replace(/^/gm, '      ')] : []),
    has('parameters', (indented) => `      parameters:\n${indented(8)}`, '      deprecated: true'),
    has('responses', (indented) => `      responses:\n${indented(8)}`, `      responses: ${ok}`),
    'components:',
    '  securitySchemes:',
    '    declared: {type: http, scheme: bearer}',
    ...(part === 'scheme' ? [`    key: ${lines}`] : []),
    '  schemas:',
    '    B: {type: string}',
    '    A:',
    has('schema', (indented) => indented(6), '      type: object'),
    has('property', (indented) => `      properties:\n        p:\n${indented(10)}`, '      maxProperties: 99'),
    '',
  ].join('\n');
}

const flawsOf31: readonly FlawRow[] = [
  ['types without meaning in a list', 'property', 'type: [string, Foo] #!', 'the type ["string","Foo"]', '', {}],
  [
    'types of a database in a list',
    'property',
    'type: [Date, "null", int] #!',
    'the type ["Date","null","int"]',
    '/type',
    ['string', 'null', 'integer'],
  ],
  [
    'a name of a component with a space',
    'scheme',
    '{type: http, scheme: bearer}\n  examples:\n    a b: {value: 1} #!',
    'the name "a b" of a component',
    '/../../examples/a b',
    { value: 1 },
  ],
  ['a bound as text in 3.1', 'property', 'maximum: "7" #!', '"7" as "maximum"', '/maximum', 7],
];

/** `/../` stands for the part around it. */
function joinBelow(place: string, below: string): string {
  return below.startsWith('/../') ? joinBelow(place.replace(/\/[^/]*$/, ''), below.slice(3)) : place + below;
}

const toDocuments = (version: FlawedDocument['version'], rows: readonly FlawRow[]): readonly FlawedDocument[] =>
  rows.map(([flaw, part, lines, what, below, value]) => ({
    ...{ flaw, version, text: documentWith(part, lines, version), what, value },
    pointer: joinBelow(places[part], below),
  }));

export const flawedDocuments = [
  ...toDocuments('3.0.3', [...schemaFlaws, ...messageFlaws, ...documentFlaws]),
  ...toDocuments('3.1.0', flawsOf31),
];
