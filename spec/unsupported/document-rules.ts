/** Unsupported features of a document outside of schemas. */
import { isJsonObject } from '../json/exact-json.ts';
import { childNode, entries, type Node, stringAt } from '../refs/nodes.ts';
import type { UnsupportedRule } from './document-parts.ts';
import { unsupportedMediaRules, unsupportedParameterRules } from './message-rules.ts';
import { isSupportedDialect, unsupportedSchemaRules } from './schema-rules.ts';

const documentRules: readonly UnsupportedRule[] = [
  {
    appliesTo: 'root',
    effect: 'the verifier does not wait for it; the mock sends it on request',
    *find({ node }) {
      for (const [name, at] of entries(childNode(node, 'webhooks'))) yield [at, `the webhook "${name}"`];
    },
  },
  {
    appliesTo: 'root',
    effect: 'schemas are validated as JSON Schema 2020-12 with the OpenAPI vocabulary',
    *find({ node }) {
      const dialect = stringAt(node, 'jsonSchemaDialect');
      if (dialect !== undefined && !isSupportedDialect(dialect))
        yield [childNode(node, 'jsonSchemaDialect'), `the dialect ${dialect}`];
    },
  },
  {
    appliesTo: 'operation',
    effect: 'the verifier does not wait for it; the mock sends it with --callbacks',
    *find({ node }) {
      for (const [name, at] of entries(childNode(node, 'callbacks')))
        if (!name.startsWith('x-')) yield [at, `the callback "${name}"`];
    },
  },
  {
    appliesTo: 'security scheme',
    effect: 'only that of --cert is sent, and none is requested: the scheme counts as satisfied',
    *find({ node }) {
      if (stringAt(node, 'type') === 'mutualTLS') yield [node, 'client certificates (mutualTLS)'];
    },
  },
  {
    appliesTo: 'security scheme',
    effect: 'scopes are not tested; tokens of clientCredentials and password can be fetched, others have to be given',
    *find({ node }) {
      const type = stringAt(node, 'type');
      if (type === 'oauth2' || type === 'openIdConnect') yield [node, `the flows of ${type}`];
    },
  },
  {
    appliesTo: 'security scheme',
    effect: 'the given credentials are sent unchanged after the scheme name: challenges are not supported',
    *find({ node }) {
      const scheme = stringAt(node, 'scheme')?.toLowerCase();
      if (stringAt(node, 'type') === 'http' && scheme !== 'basic' && scheme !== 'bearer')
        yield [childNode(node, 'scheme'), `the HTTP scheme "${scheme}"`];
    },
  },
  {
    appliesTo: 'parameter',
    effect: 'reserved characters are sent percent-encoded, which means the same',
    *find({ node }) {
      const part = childNode(node, 'allowReserved');
      if (part.value === true) yield [part, '"allowReserved"'];
    },
  },
  {
    appliesTo: 'example',
    effect: 'it is not fetched and not used as a value',
    *find({ node, key }) {
      const part = childNode(node, 'externalValue');
      if (part.value !== undefined) yield [part, `the external example "${key}"`];
    },
  },
  {
    appliesTo: 'link',
    effect: 'it is not followed',
    *find({ node, key }, { links }) {
      const target = links.resolveTarget(node);
      if ('unresolvedReason' in target) yield [node, `the link "${key}": ${target.unresolvedReason}`];
    },
  },
  {
    appliesTo: 'link',
    effect: 'the operation is requested at its own servers',
    *find({ node, key }) {
      const part = childNode(node, 'server');
      if (part.value !== undefined) yield [part, `the server of the link "${key}"`];
    },
  },
  {
    appliesTo: 'reference',
    effect: 'siblings of "$ref" are ignored, as OpenAPI specifies',
    *find({ node }) {
      for (const [key, at] of ignoredSiblings(node)) yield [at, `"${key}" next to "$ref"`];
    },
  },
];

function ignoredSiblings(node: Node): readonly (readonly [string, Node])[] {
  const isAllowed = (key: string) => ['$ref', 'summary', 'description'].includes(key) || key.startsWith('x-');
  return isJsonObject(node.value) ? entries(node).filter(([key]) => !isAllowed(key)) : [];
}

/** In reading order: the document, parameters, media types, schemas. */
export const unsupportedRules: readonly UnsupportedRule[] = [
  ...documentRules,
  ...unsupportedParameterRules,
  ...unsupportedMediaRules,
  ...unsupportedSchemaRules,
];
