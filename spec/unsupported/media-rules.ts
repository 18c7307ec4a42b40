/** Bodies, headers and parameters whose content is not judged by its schema, or not by all of it. */
import { isJsonType } from '../model/contract.ts';
import { entries, type Node, step } from '../refs/nodes.ts';
import type { Rule, Sighting } from './rule.ts';

const isXml = (type: string) => /^(?:application|text)\/xml\b|\+xml\b/i.test(type);
const mayBeJson = (type: string) => /^(?:\*|application)\/\*/i.test(type);
const isForm = (type: string) => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
const isPlainText = (type: string) => /^text\/(?:plain\b|\*)/i.test(type);

export const mediaRules: readonly Rule[] = [
  {
    of: 'response media type',
    effect: 'an answer is judged by its media type and by being well-formed, not by the schema',
    find: ({ node, key }) => (isXml(key) ? described(node, key) : []),
  },
  {
    of: 'response media type',
    effect: 'an answer is judged by its media type alone',
    find: ({ node, key }) => (isXml(key) || isJsonType(key) || mayBeJson(key) ? [] : described(node, key)),
  },
  {
    of: 'response media type',
    effect: 'an answer that is not JSON is judged by its media type alone',
    find: ({ node, key }) => (mayBeJson(key) ? described(node, key) : []),
  },
  {
    of: 'request media type',
    effect: 'one request is made of the schema; that wrong values are rejected is not tried',
    find: ({ node, key }) => (isForm(key) || isJsonType(key) || isPlainText(key) ? [] : described(node, key)),
  },
  {
    of: 'parameter media type',
    effect: 'its text is not judged by the schema',
    find: ({ node, key }) => (isJsonType(key) ? [] : described(node, key)),
  },
  {
    of: 'encoding',
    effect: 'they are neither sent nor judged',
    *find({ node, key }) {
      const part = step(node, 'headers');
      if (entries(part).length > 0) yield [part, `the headers of the part "${key}"`];
    },
  },
];

/** Where there is a schema that says more than that the body is a text, or any bytes. */
function* described(node: Node, type: string): Generator<Sighting> {
  const schema = step(node, 'schema');
  if (schema.value !== undefined && !isAnyText(schema)) yield [schema, `the schema of ${type}`];
}

const silent: ReadonlySet<string> = new Set(['title', 'description', 'example', 'examples', 'default']);

function isAnyText(schema: Node): boolean {
  return entries(schema).every(([key, { value }]) => {
    if (key === 'type') return value === 'string';
    return silent.has(key) || key.startsWith('x-') || (key === 'format' && value === 'binary');
  });
}
