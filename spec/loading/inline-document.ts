/** A document that a program gives instead of a file. */
import { KitError } from '../../errors.ts';
import type { Contract } from '../model/contract.ts';
import { formatLocation, getRef } from '../refs/nodes.ts';
import { bundleSingleFile, findExternalRefs } from '../refs/single-file.ts';
import type { SourceFile } from '../source/source-file.ts';
import { type ParseSettings, parseDocument } from './parse-document.ts';

/** Integers beyond 2^53 may be bigints. */
export function stringifyDocument(document: Readonly<Record<string, unknown>>): string {
  const replaceBigInt = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value;
  try {
    return JSON.stringify(document, replaceBigInt, 2);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new KitError('spec-invalid', `the inline document cannot be serialized as JSON: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Parses a document without reading other files: in a browser there are none, and their addresses could have other origins.
 * Throws as `loadContract` does, and `spec-ref` for a reference to another file.
 */
export function parseSelfContained(url: string, text: string, settings: ParseSettings = {}): Promise<Contract> {
  const reading = {
    ...{ url, text },
    overlay: (file: SourceFile) => ({ file, unusedActions: [] }),
    overlayFiles: [],
    createReader: (main: SourceFile) => rejectExternalRefs(main),
    bundle: async (main: SourceFile) => bundleSingleFile(main),
  };
  return parseDocument(reading, settings);
}

function rejectExternalRefs(main: SourceFile): () => never {
  const [node] = findExternalRefs(main);
  if (node === undefined)
    return () => {
      throw new KitError('spec-ref', 'the document refers to no other file', { where: main.name });
    };
  throw new KitError('spec-ref', `a browser cannot read the other file of the reference ${getRef(node)}`, {
    where: formatLocation(node),
    fix: 'Bundle the document into one file first, for example with: npx @redocly/cli bundle api.yaml --output bundled.json',
  });
}
