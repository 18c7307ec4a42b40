/** What a record shows of an uploaded file, compared with the part of the form. */
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isEnvelopeName } from '../../../../spec/resources/record-envelopes.ts';
import { fileTrait, type UploadedFile } from '../../../../spec/resources/uploaded-files.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { BodyPath } from '../../../http/json-path.ts';

export interface FileDifference {
  readonly path: BodyPath;
  readonly schema: Schema;
  readonly expected: string;
  readonly received: Json;
}

interface ShownUpload {
  readonly file: UploadedFile;
  /** The operation that uploaded it. */
  readonly create: Operation;
}

export function fileDifferences(body: Json, schema: Schema, { file, create }: ShownUpload): readonly FileDifference[] {
  const differences = objectsAbout(body, schema, file.field).flatMap(({ path, value, properties }) =>
    [...properties].flatMap(([name, declared]) => {
      const received = Object.hasOwn(value, name) ? value[name] : undefined;
      const trait = fileTrait({ name, schema: flattenSchema(declared) }, file, create);
      // An implementation that does not know it may show null.
      if (received === undefined || received === null || trait === undefined || trait.isShown(received)) return [];
      const expected = `${stringifyJson(trait.value)}, ${trait.description}`;
      return [{ path: [...path, name], schema: declared, expected, received, kind: trait.kind }];
    }),
  );
  // Other bytes have another size and another digest.
  const isOtherSize = differences.some(({ kind }) => kind === 'size');
  return differences.filter(({ kind }) => kind !== 'digest' || !isOtherSize);
}

interface ObjectAboutFile {
  readonly path: BodyPath;
  readonly value: JsonObject;
  readonly properties: Schema['properties'];
}

/** The record, in its envelope if there is one, and an object in it that is named after the part. */
function objectsAbout(body: Json, schema: Schema, field: string, path: BodyPath = []): readonly ObjectAboutFile[] {
  if (!isJsonObject(body)) return [];
  const { properties } = flattenSchema(schema);
  const inner = [...properties].filter(([name]) => isEnvelopeName(name) || name === field);
  return [
    { path, value: body, properties },
    ...(path.length > 1
      ? []
      : inner.flatMap(([name, declared]) => objectsAbout(body[name] ?? null, declared, field, [...path, name]))),
  ];
}
