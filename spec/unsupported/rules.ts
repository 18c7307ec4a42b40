/** What a document may say outside of schemas that has no effect here. */
import { isJsonObject } from '../json/exact-json.ts';
import { entries, type Node, step, textAt } from '../refs/nodes.ts';
import { mediaRules, parameterRules } from './message-rules.ts';
import type { Rule } from './part.ts';
import { isUsualDialect, schemaRules } from './schema-rules.ts';

const openRules: readonly Rule[] = [
  {
    of: 'root',
    effect: 'no call is made and none is awaited',
    *find({ node }) {
      for (const [name, at] of entries(step(node, 'webhooks'))) yield [at, `the webhook "${name}"`];
    },
  },
  {
    of: 'root',
    effect: 'schemas are judged by JSON Schema 2020-12 with the words of OpenAPI',
    *find({ node }) {
      const dialect = textAt(node, 'jsonSchemaDialect');
      if (dialect !== undefined && !isUsualDialect(dialect))
        yield [step(node, 'jsonSchemaDialect'), `the dialect ${dialect}`];
    },
  },
  {
    of: 'operation',
    effect: 'no call is made and none is awaited',
    *find({ node }) {
      for (const [name, at] of entries(step(node, 'callbacks')))
        if (!name.startsWith('x-')) yield [at, `the callback "${name}"`];
    },
  },
  {
    of: 'security scheme',
    effect: 'no certificate is shown or asked for: the scheme counts as met',
    *find({ node }) {
      if (textAt(node, 'type') === 'mutualTLS') yield [node, 'client certificates (mutualTLS)'];
    },
  },
  {
    of: 'security scheme',
    effect: 'no token is fetched: the one that is given is sent as a bearer token, and scopes are not tried',
    *find({ node }) {
      const type = textAt(node, 'type');
      if (type === 'oauth2' || type === 'openIdConnect') yield [node, `the flows of ${type}`];
    },
  },
  {
    of: 'security scheme',
    effect: 'what is given is sent behind the name of the scheme as it is: no challenge is answered',
    *find({ node }) {
      const scheme = textAt(node, 'scheme')?.toLowerCase();
      if (textAt(node, 'type') === 'http' && scheme !== 'basic' && scheme !== 'bearer')
        yield [step(node, 'scheme'), `the HTTP scheme "${scheme}"`];
    },
  },
  {
    of: 'parameter',
    effect: 'reserved characters are sent percent-encoded, which means the same',
    *find({ node }) {
      const part = step(node, 'allowReserved');
      if (part.value === true) yield [part, '"allowReserved"'];
    },
  },
  {
    of: 'example',
    effect: 'it is not fetched: no value is made of it',
    *find({ node, key }) {
      const part = step(node, 'externalValue');
      if (part.value !== undefined) yield [part, `the external example "${key}"`];
    },
  },
  {
    of: 'link',
    effect: 'it is not followed',
    *find({ node, key }, { links }) {
      const target = links.targetOf(node);
      if ('elsewhere' in target) yield [node, `the link "${key}": ${target.elsewhere}`];
    },
  },
  {
    of: 'link',
    effect: 'the operation is asked for where its own servers say',
    *find({ node, key }) {
      const part = step(node, 'server');
      if (part.value !== undefined) yield [part, `the server of the link "${key}"`];
    },
  },
  {
    of: 'reference',
    effect: 'what stands beside "$ref" is ignored, as OpenAPI has it',
    *find({ node }) {
      for (const [key, at] of siblings(node)) yield [at, `"${key}" beside a "$ref"`];
    },
  },
];

function siblings(node: Node): readonly (readonly [string, Node])[] {
  const isPlain = (key: string) => ['$ref', 'summary', 'description'].includes(key) || key.startsWith('x-');
  return isJsonObject(node.value) ? entries(node).filter(([key]) => !isPlain(key)) : [];
}

/** In the order in which a reader would ask about them. */
export const rules: readonly Rule[] = [...openRules, ...parameterRules, ...mediaRules, ...schemaRules];
