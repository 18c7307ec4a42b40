/** Parameters and headers that OpenAPI has ignored, or of whose place, style and type it says nothing together. */

import { isIgnoredInAnswer, isIgnoredInRequest } from '../http/ignored-headers.ts';
import { isJsonArray } from '../json/exact-json.ts';
import { entries, type Files, follow, type Node, step, textAt } from '../refs/nodes.ts';
import type { Rule } from './rule.ts';

export const parameterRules: readonly Rule[] = [
  {
    of: 'parameter',
    effect:
      'OpenAPI has it ignored: credentials are said by security, media types by content; nothing is sent or judged by this',
    *find({ node }) {
      const name = textAt(node, 'name') ?? '';
      if (textAt(node, 'in') === 'header' && isIgnoredInRequest(name))
        yield [node, `the header parameter "${name}"`];
    },
  },
  {
    of: 'header',
    effect: 'OpenAPI has it ignored: the media types of content say it',
    *find({ node, key }) {
      if (isIgnoredInAnswer(key)) yield [node, `the header "${key}" of a response`];
    },
  },
  {
    of: 'parameter',
    effect: 'OpenAPI does not say how such a value is written: no case is made of it',
    *find({ node }, { files }) {
      const reason = dispute(node, files);
      if (reason !== undefined) yield [node, `the parameter "${textAt(node, 'name') ?? ''}": ${reason}`];
    },
  },
];

function dispute(node: Node, files: Files): string | undefined {
  const at = step(node, 'schema');
  if (at.value === undefined) return undefined;
  const schema = follow(files, at);
  const shape = shapeOf(schema);
  if (shape === undefined) return undefined;
  const style =
    textAt(node, 'style') ?? (['path', 'header'].includes(textAt(node, 'in') ?? '') ? 'simple' : 'form');
  const explode = step(node, 'explode').value ?? style === 'form';
  if (partsOf(schema).some((part) => shapeOf(follow(files, part)) !== undefined))
    return `${shape === 'array' ? 'a list' : 'an object'} that holds lists or objects, in the style ${style}`;
  if (style === 'deepObject' && shape === 'array') return 'a list in the style deepObject';
  if (style === 'spaceDelimited' || style === 'pipeDelimited') {
    if (shape === 'object') return `an object in the style ${style}`;
    return explode === true ? `the style ${style}, exploded` : undefined;
  }
  return textAt(node, 'in') === 'cookie' && explode === true ? `${shape} as a cookie, exploded` : undefined;
}

function shapeOf(schema: Node): 'array' | 'object' | undefined {
  const { value: type } = step(schema, 'type');
  const types = isJsonArray(type) ? type : [type];
  if (types.includes('array')) return 'array';
  return types.includes('object') ? 'object' : undefined;
}

function partsOf(schema: Node): readonly Node[] {
  const items = step(schema, 'items');
  const members = entries(step(schema, 'properties')).map(([, part]) => part);
  return items.value === undefined ? members : [items, ...members];
}
