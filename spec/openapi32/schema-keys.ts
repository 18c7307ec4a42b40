/** Keys of schemas that OpenAPI 3.2 adds to the vocabulary: of `discriminator` and `xml`. */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { Spot } from '../source/origins.ts';
import type { ConversionContext } from './part-rule.ts';

export function convertSchemaKeys(schema: JsonObject, spot: Spot, context: ConversionContext): JsonObject {
  const { discriminator, xml } = schema;
  return {
    ...schema,
    ...(discriminator !== undefined && { discriminator: convertDiscriminator(discriminator, spot, context) }),
    ...(xml !== undefined && { xml: convertXml(xml, schema, spot, context) }),
  };
}

function convertDiscriminator(discriminator: Json, { from }: Spot, { note }: ConversionContext): Json {
  if (!isJsonObject(discriminator)) return discriminator;
  const { defaultMapping, ...rest } = discriminator;
  if (defaultMapping !== undefined)
    note({
      pointer: joinPointer(joinPointer(from, 'discriminator'), 'defaultMapping'),
      what: '"defaultMapping" of a discriminator',
      effect: 'a value without the property is validated by the alternatives alone',
    });
  return rest;
}

/** `nodeType` takes the place of `attribute` and `wrapped`. */
function convertXml(xml: Json, { type }: JsonObject, { from }: Spot, { note }: ConversionContext): Json {
  if (!isJsonObject(xml)) return xml;
  const { nodeType, ...rest } = xml;
  if (nodeType === undefined) return rest;
  if (nodeType === 'attribute') return { ...rest, attribute: true };
  if (nodeType === 'element' && type === 'array') return { ...rest, wrapped: true };
  if (nodeType !== 'element' && !(nodeType === 'none' && type === 'array'))
    note({
      pointer: joinPointer(joinPointer(from, 'xml'), 'nodeType'),
      what: `the node type ${JSON.stringify(nodeType)} of XML`,
      effect: 'the value is an element',
    });
  return rest;
}
