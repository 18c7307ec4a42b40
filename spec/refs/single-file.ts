/** A document whose references all point into itself needs no bundler. */
import { KitError } from '../../errors.ts';
import { roundToDoublesIfNeeded } from '../json/convert-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import type { SourceFile } from '../source/source-file.ts';
import { findRefs } from './broken-refs.ts';
import { isSameFileRef } from './file-loader.ts';
import { getRef, type Node } from './nodes.ts';
import { withPointerRefs } from './pointer-refs.ts';

/** The references of a file to other files, in the order of the document. */
export function findExternalRefs(file: SourceFile): readonly Node[] {
  return findRefs(file).filter((node) => !isSameFileRef(node, getRef(node) ?? ''));
}

/** Throws `spec-invalid` for a document that is no object. */
export function bundleSingleFile(main: SourceFile): JsonObject {
  return requireObject(roundToDoublesIfNeeded(withPointerRefs(main)), main);
}

export function requireObject(document: Json, main: SourceFile): JsonObject {
  if (isJsonObject(document)) return document;
  throw new KitError('spec-invalid', 'an OpenAPI document must be an object', { where: `${main.name}:1` });
}
