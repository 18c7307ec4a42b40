/** Whether a certificate is about the document at hand. */
import { createHash } from 'node:crypto';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { type Difference, differences } from './difference.ts';

/**
 * By the bytes of the document and of all that it refers to. The names of files depend on the folder that they were
 * read from; what is in them does not.
 */
export function otherContract(certificate: JsonObject, atHand: Contract): readonly Difference[] {
  const said = objectOf(certificate['contract']);
  const given = { sha256: said['sha256'] ?? null, files: hashesIn(said['files'] ?? null) };
  const hashes = [...atHand.sources.values()].map((text) => createHash('sha256').update(text).digest('hex'));
  const expected = { sha256: atHand.sha256, files: hashes.toSorted() };
  return [...differences(given, expected)].map(({ field, ...rest }) => ({
    field: `contract.${field}`,
    ...rest,
    source: atHand.file,
  }));
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function hashesIn(files: Json): readonly string[] {
  return (isJsonArray(files) ? files : []).map((one) => String(objectOf(one)['sha256'])).toSorted();
}
