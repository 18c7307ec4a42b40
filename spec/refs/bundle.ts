/** Bundles the files of a document into one with swagger-parser. */
import { combineErrors, KitError } from '../../errors.ts';
import { roundToDoubles, toJson } from '../json/convert-json.ts';
import type { Json, JsonObject } from '../json/exact-json.ts';
import type { SourceFile } from '../source/source-file.ts';
import { brokenRefsError, findRefs } from './broken-refs.ts';
import { type FileLoader, loadReferencedFiles } from './file-loader.ts';
import { withPointerRefs } from './pointer-refs.ts';
import { bundleSingleFile, findExternalRefs, requireObject } from './single-file.ts';

/**
 * Reads every referenced file, each through this kit's reader, and bundles them into one document. Throws `spec-ref`,
 * `spec-syntax` and `spec-invalid`, located at the reference that causes it, if there is one.
 */
export async function bundleDocument(main: SourceFile, loader: FileLoader): Promise<JsonObject> {
  const { files, readErrors } = loader;
  const read = async (url: string) => roundToDoubles(withPointerRefs(await loader.load(url)));
  try {
    // Bundling resolves references recursively, too deep for a large document; a single file does not need it.
    if (findExternalRefs(main).length === 0) return bundleSingleFile(main);
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    await SwaggerParser.resolve(toOpaqueUrl(main.url), createParserOptions(read));
    return requireObject(toJson(await SwaggerParser.bundle(toOpaqueUrl(main.url), createParserOptions(read))), main);
  } catch (error) {
    const cause = findKitError(error);
    // All broken references are reported together.
    await loadReferencedFiles(loader);
    // By URL: the order in which files are read varies between runs.
    const readErrorsByUrl = [...readErrors].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, readError]) => readError);
    const syntaxErrors = readErrorsByUrl.filter(({ code }) => code === 'spec-syntax');
    const refError = brokenRefsError([...files.values()].flatMap(findRefs), files, readErrors);
    const found = combineErrors([...syntaxErrors, ...(refError === undefined ? [] : [refError])]);
    throw found ?? cause ?? toSpecError(error, main);
  }
}

/** swagger-parser encodes file URLs twice and rewrites the servers of http documents, so it only gets opaque URLs. */
function toOpaqueUrl(url: string): string {
  return `kit${url}`;
}

function fromOpaqueUrl(url: string): string {
  const bare = url.replace(/^kit/, '');
  return URL.canParse(bare) ? new URL(bare).href : bare;
}

/** Disables the readers and parsers of swagger-parser: every file is read by `read`, by its URL. */
function createParserOptions(read: (url: string) => Promise<Json>) {
  return {
    resolve: {
      file: false,
      http: false,
      kit: { order: 1, canRead: true, read: (file: { url: string }) => file.url },
    },
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      kit: { order: 1, canParse: true, parse: (file: { url: string }) => read(fromOpaqueUrl(file.url)) },
    },
  };
}

/** swagger-parser wraps the errors of a reader; this kit's error is more specific. */
function findKitError(error: unknown): KitError | undefined {
  if (error instanceof KitError) return error;
  if (!(error instanceof Error)) return undefined;
  return findKitError(error.cause) ?? ('error' in error ? findKitError(error.error) : undefined);
}

function toSpecError(error: unknown, main: SourceFile): KitError {
  const detail = error instanceof RangeError ? TOO_DEEP : error instanceof Error ? error.message : String(error);
  return new KitError('spec-invalid', detail, { where: main.name, cause: error });
}

const TOO_DEEP = 'its parts or references are nested too deep';
