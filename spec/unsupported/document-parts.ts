/** The parts of a document, their children, and the type of a rule for unsupported parts. */
import type { OperationNode } from '../compiling/operation-nodes.ts';
import type { LinkReader } from '../compiling/read-links.ts';
import { isJsonArray, isJsonObject } from '../json/exact-json.ts';
import { childNode, dereference, type Files, getRef, items, type Node, resolveRef } from '../refs/nodes.ts';

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
  /** An object with a `$ref` that is not a schema. */
  | 'reference';

export interface DocumentPart {
  readonly kind: ElementKind;
  readonly node: Node;
  /** The key of the part: for a media type its name. */
  readonly key: string;
}

type Multiplicity = 'one' | 'each';
type ChildDefinition = readonly [key: string, kind: ElementKind, shape: Multiplicity];

const schemaOrContent = (media: ElementKind): readonly ChildDefinition[] => [
  ['schema', 'schema', 'one'],
  ['content', media, 'each'],
  ['examples', 'example', 'each'],
];
const mediaTypeChildren: readonly ChildDefinition[] = [
  ['schema', 'schema', 'one'],
  ['examples', 'example', 'each'],
  ['encoding', 'encoding', 'each'],
];

const singleSchemaKeys = [
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'items', 'unevaluatedItems'],
  ...['contains', 'not', 'if', 'then', 'else'],
];
const schemaCollectionKeys = [
  ...['properties', 'patternProperties', 'dependentSchemas', 'allOf', 'anyOf', 'oneOf', 'prefixItems'],
];

const childDefinitions: Readonly<Record<ElementKind, readonly ChildDefinition[]>> = {
  root: [],
  operation: [
    ['parameters', 'parameter', 'each'],
    ['requestBody', 'request body', 'one'],
    ['responses', 'response', 'each'],
  ],
  parameter: schemaOrContent('parameter media type'),
  'parameter media type': mediaTypeChildren,
  'request body': [['content', 'request media type', 'each']],
  'request media type': mediaTypeChildren,
  response: [
    ['headers', 'header', 'each'],
    ['content', 'response media type', 'each'],
    ['links', 'link', 'each'],
  ],
  'response media type': mediaTypeChildren,
  header: schemaOrContent('parameter media type'),
  encoding: [],
  link: [],
  example: [],
  'security scheme': [],
  schema: [
    ...singleSchemaKeys.map((key): ChildDefinition => [key, 'schema', 'one']),
    ...schemaCollectionKeys.map((key): ChildDefinition => [key, 'schema', 'each']),
  ],
  reference: [],
};

/** Returns the direct children of a part, with references resolved; each reference is also a part. */
export function findChildParts({ kind, node }: DocumentPart, files: Files): readonly DocumentPart[] {
  const { value } = node;
  if (!isJsonObject(value)) return [];
  const found = childDefinitions[kind].flatMap(([key, part, multiplicity]) => {
    if (value[key] === undefined) return [];
    const at = childNode(node, key);
    if (multiplicity === 'one') return withResolvedRef({ kind: part, node: at, key }, files);
    return memberNodes(at).flatMap((member) => withResolvedRef({ kind: part, ...member }, files));
  });
  const ref = kind === 'schema' ? getRef(node) : undefined;
  return ref === undefined ? found : [...found, { kind, node: resolveRef(files, node, ref), key: '' }];
}

/** Returns the part, or its target and the reference. A schema may have siblings of its `$ref`, so it is kept. */
function withResolvedRef(part: DocumentPart, files: Files): readonly DocumentPart[] {
  if (part.kind === 'schema' || getRef(part.node) === undefined) return [part];
  return [
    { ...part, kind: 'reference' },
    { ...part, node: dereference(files, part.node) },
  ];
}

function memberNodes(node: Node): readonly Pick<DocumentPart, 'node' | 'key'>[] {
  if (isJsonArray(node.value)) return items(node).map((member) => ({ node: member, key: '' }));
  if (!isJsonObject(node.value)) return [];
  return Object.keys(node.value).map((key) => ({ node: childNode(node, key), key }));
}

/** A feature of documents that has no effect here. */
export interface UnsupportedRule {
  readonly appliesTo: ElementKind;
  /** The consequence for users: `no call is made and none is awaited` */
  readonly effect: string;
  /** Yields the occurrences in a part of the kind, each with a short description. */
  find(part: DocumentPart, context: RuleContext): Iterable<Occurrence>;
}

export type Occurrence = readonly [at: Node, what: string];

/** Context of a rule, without its part. */
export interface RuleContext {
  readonly files: Files;
  readonly openapi: '3.0' | '3.1';
  readonly operations: readonly OperationNode[];
  readonly links: LinkReader;
}
