/** A part of a document on the way through it, what stands below one, and what a rule about one is. */
import type { OperationNode } from '../compiling/operation-nodes.ts';
import type { LinkReader } from '../compiling/read-links.ts';
import { isJsonArray, isJsonObject } from '../json/exact-json.ts';
import { type Files, follow, items, type Node, refOf, step, target } from '../refs/nodes.ts';

type ElementKind =
  | 'root'
  | 'operation'
  | 'parameter'
  | 'parameter media type'
  | 'request body'
  | 'request media type'
  | 'response'
  | 'response media type'
  | 'header'
  | 'encoding'
  | 'link'
  | 'example'
  | 'security scheme'
  | 'schema'
  /** An object with `$ref` in place of what it refers to, where it is no schema. */
  | 'reference';

export interface Part {
  readonly kind: ElementKind;
  readonly node: Node;
  /** The key that it stands under: of a media type its name. */
  readonly key: string;
}

type Shape = 'one' | 'each';
type Below = readonly [key: string, kind: ElementKind, shape: Shape];

const described = (media: ElementKind): readonly Below[] => [
  ['schema', 'schema', 'one'],
  ['content', media, 'each'],
  ['examples', 'example', 'each'],
];
const media: readonly Below[] = [
  ['schema', 'schema', 'one'],
  ['examples', 'example', 'each'],
  ['encoding', 'encoding', 'each'],
];

const oneSchema = [
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'items', 'unevaluatedItems'],
  ...['contains', 'not', 'if', 'then', 'else'],
];
const manySchemas = [
  ...['properties', 'patternProperties', 'dependentSchemas', 'allOf', 'anyOf', 'oneOf', 'prefixItems'],
];

const below: Readonly<Record<ElementKind, readonly Below[]>> = {
  root: [],
  operation: [
    ['parameters', 'parameter', 'each'],
    ['requestBody', 'request body', 'one'],
    ['responses', 'response', 'each'],
  ],
  parameter: described('parameter media type'),
  'parameter media type': media,
  'request body': [['content', 'request media type', 'each']],
  'request media type': media,
  response: [
    ['headers', 'header', 'each'],
    ['content', 'response media type', 'each'],
    ['links', 'link', 'each'],
  ],
  'response media type': media,
  header: described('parameter media type'),
  encoding: [],
  link: [],
  example: [],
  'security scheme': [],
  schema: [
    ...oneSchema.map((key): Below => [key, 'schema', 'one']),
    ...manySchemas.map((key): Below => [key, 'schema', 'each']),
  ],
  reference: [],
};

/** The parts right below one, references followed; what they stand behind is a part, too. */
export function partsBelow({ kind, node }: Part, files: Files): readonly Part[] {
  const { value } = node;
  if (!isJsonObject(value)) return [];
  const found = below[kind].flatMap(([key, part, shape]) => {
    if (value[key] === undefined) return [];
    const at = step(node, key);
    if (shape === 'one') return resolved({ kind: part, node: at, key }, files);
    return membersOf(at).flatMap((member) => resolved({ kind: part, ...member }, files));
  });
  const ref = kind === 'schema' ? refOf(node) : undefined;
  return ref === undefined ? found : [...found, { kind, node: target(files, node, ref), key: '' }];
}

/** The part, or what it refers to, and the reference. A schema may say something beside its reference, so it stays. */
function resolved(part: Part, files: Files): readonly Part[] {
  if (part.kind === 'schema' || refOf(part.node) === undefined) return [part];
  return [
    { ...part, kind: 'reference' },
    { ...part, node: follow(files, part.node) },
  ];
}

function membersOf(node: Node): readonly Pick<Part, 'node' | 'key'>[] {
  if (isJsonArray(node.value)) return items(node).map((member) => ({ node: member, key: '' }));
  if (!isJsonObject(node.value)) return [];
  return Object.keys(node.value).map((key) => ({ node: step(node, key), key }));
}

/** One thing that a document may say and that has no effect here. */
export interface Rule {
  readonly of: ElementKind;
  /** `no call is made and none is awaited` */
  readonly effect: string;
  /** Where it stands in a part of the kind, with what it is in a few words; none where it does not stand there. */
  find(part: Part, world: World): Iterable<Sighting>;
}

export type Sighting = readonly [at: Node, what: string];

/** What a rule may ask about beyond its part. */
export interface World {
  readonly files: Files;
  readonly openapi: '3.0' | '3.1';
  readonly operations: readonly OperationNode[];
  readonly links: LinkReader;
}
