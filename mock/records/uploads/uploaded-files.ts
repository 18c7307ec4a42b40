/** Files that are uploaded with a record: what the record shows of them, and where their contents are stored. */
import { toBase64 } from '../../../platform/bytes.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { requestMedia } from '../../../spec/resources/record-views.ts';
import { fileTrait, type UploadedFile } from '../../../spec/resources/uploaded-files.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { readUploadedFiles } from '../../validate/form.ts';
import type { RecordContext } from '../collection.ts';
import type { RecordRequest } from '../record-handler.ts';

/** The record with what it shows of the file, as far as its schema allows that. */
export function withFileTraits(record: JsonObject, schema: Schema | undefined, request: RecordRequest): JsonObject {
  const file = uploadedFile(request);
  if (file === undefined || schema === undefined) return record;
  const traits = [...declaredProperties(schema)].flatMap(([name, declared]): readonly (readonly [string, Json])[] => {
    const trait = fileTrait({ name, schema: flattenSchema(declared) }, file, request.operation);
    return trait === undefined || !isValid(declared, trait.value, 'response') ? [] : [[name, trait.value]];
  });
  return { ...record, ...Object.fromEntries(traits) };
}

/** Stores the file of a new record. */
export async function storeUploadedContent(
  { locateUpload, request, records }: RecordContext,
  id: Json | undefined,
): Promise<void> {
  const file = uploadedFile(request);
  if (locateUpload === undefined || file === undefined || id === undefined) return;
  const { name, key } = locateUpload(id);
  await records.put(name, key, { type: file.type, base64: toBase64(file.content) });
}

/** The only file of a form; its value may not be shown otherwise. */
function uploadedFile({ content, sent, operation }: RecordRequest): UploadedFile | undefined {
  if (content === undefined || !/^multipart\/form-data\b/i.test(content.type) || !isJsonObject(sent)) return undefined;
  const [file, ...others] = readUploadedFiles(content.type, content.bytes, requestMedia(operation)?.schema);
  return others.length === 0 ? file : undefined;
}
