/** A small file or text of a media type, for answers of which the document does not say what they hold. */
import { isJsonType, type MediaType } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { partsOf } from '../../spec/model/schema-view.ts';
import { specimenOf, textSpecimenOf } from '../../spec/sampling/specimens.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { isBinary } from './body-text.ts';

/** `undefined` where the document gives an example, and where its schema wants something else. */
export function specimenFor({ schema, examples }: MediaType, type: string): Buffer | string | undefined {
  const isSaid = schema !== undefined && partsOf(schema).some(saysMore);
  if (isSaid || examples.length > 0 || isJsonType(type) || /^text\/plain\b/i.test(type)) return undefined;
  const text = textSpecimenOf(type);
  if (text !== undefined) return schema === undefined || isValid(schema, text, 'response') ? text : undefined;
  const isFile = isBinary(type) && (schema === undefined || isValid(schema, 'string', 'response'));
  return isFile ? Buffer.from(specimenOf(type)) : undefined;
}

function saysMore({ examples, enum: values, const: only, default: usual, pattern }: Schema): boolean {
  return examples.length > 0 || [values, only, usual, pattern].some((keyword) => keyword !== undefined);
}
