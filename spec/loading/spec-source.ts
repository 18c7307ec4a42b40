/**
 * Loads a contract from a path, a URL or an inline document; and a placeholder for a contract that cannot be loaded.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { KitError } from '../../errors.ts';
import type { Contract } from '../model/contract.ts';
import { readOverlays } from '../overlay/overlaid-file.ts';
import { displayName, readSource, resolveSourceUrl } from '../source/read-source.ts';
import { stringifyDocument } from './inline-document.ts';
import { type LoadOptions, loadOverlaidContract, parseContract } from './load-contract.ts';

/** A path, an http(s) or file URL, or the OpenAPI document itself. */
export type SpecSource = string | URL | Readonly<Record<string, unknown>>;

/** Throws the same errors as `loadContract`. */
export async function loadSpecSource(
  spec: SpecSource,
  overlays: readonly string[] = [],
  options: LoadOptions = {},
): Promise<Contract> {
  return isPathOrUrl(spec)
    ? loadOverlaidContract(String(spec), overlays, options)
    : loadInlineContract(spec, overlays, options);
}

/** Whether the source is a location of the document. */
export function isPathOrUrl(spec: SpecSource): spec is string | URL {
  return typeof spec === 'string' || spec instanceof URL;
}

/** Loads the contract of an inline document. Throws the same errors as `loadContract`. */
export async function loadInlineContract(
  document: Readonly<Record<string, unknown>>,
  overlays: readonly string[] = [],
  options: LoadOptions = {},
): Promise<Contract> {
  return parseContract(inlineUrl(), stringifyDocument(document), await readOverlays(overlays), options);
}

/** References to files are resolved against the working directory. */
function inlineUrl(): string {
  return pathToFileURL(path.resolve('inline document')).href;
}

/**
 * Returns a placeholder for a contract that cannot be loaded: the text and name of its document, without operations.
 * Undefined if the document cannot be read.
 */
export async function loadPlaceholderContract(source: string): Promise<Contract | undefined> {
  try {
    const url = await resolveSourceUrl(source);
    return createPlaceholderContract(displayName(url), await readSource(url));
  } catch (error) {
    if (error instanceof KitError) return undefined;
    throw error;
  }
}

function createPlaceholderContract(file: string, text: string): Contract {
  return {
    file,
    sha256: createHash('sha256').update(text).digest('hex'),
    // The declared version may be the error, so reports leave this field out.
    openapi: '3.1',
    title: file,
    version: '',
    place: { file, pointer: '', line: 1 },
    servers: [],
    operations: [],
    securitySchemes: [],
    document: {},
    sources: new Map([[file, text]]),
  };
}
