/** A small file as the body of a response. */
import { isJsonType, type MediaType } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { composedSchemas } from '../../spec/model/schema-view.ts';
import { sampleFileBytes, sampleFileText } from '../../spec/sampling/sample-files.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { isBinary } from '../format/body-text.ts';

/**
 * A small file or text for a response whose content the document does not describe. `undefined` if the document has an
 * example, or if its schema requires something else.
 */
export function specimenFile({ schema, examples }: MediaType, type: string): Uint8Array | string | undefined {
  const isDescribed = schema !== undefined && composedSchemas(schema).some(hasConcreteValue);
  if (isDescribed || examples.length > 0 || isJsonType(type) || /^text\/plain\b/i.test(type)) return undefined;
  const text = sampleFileText(type);
  if (text !== undefined) return schema === undefined || isValid(schema, text, 'response') ? text : undefined;
  const isFile = isBinary(type) && (schema === undefined || isValid(schema, 'string', 'response'));
  return isFile ? sampleFileBytes(type) : undefined;
}

function hasConcreteValue({
  examples,
  enum: values,
  const: constValue,
  default: defaultValue,
  pattern,
}: Schema): boolean {
  return examples.length > 0 || [values, constValue, defaultValue, pattern].some((keyword) => keyword !== undefined);
}
