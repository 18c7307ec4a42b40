/**
 * Entry point of this layer: reads an OpenAPI document, rejects an invalid one with its location, and builds the
 * Contract.
 */
import type { Contract } from '../model/contract.ts';
import { readOverlays, withOverlays } from '../overlay/overlaid-file.ts';
import type { OverlayDocument } from '../overlay/overlay-document.ts';
import { createAllowedReader } from '../refs/allowed-files.ts';
import { bundleDocument } from '../refs/bundle.ts';
import { readSource, resolveSourceUrl } from '../source/read-source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { type ParseSettings, parseDocument } from './parse-document.ts';

export interface LoadOptions extends ParseSettings {
  /** A folder that references of a local document may reach, in addition to its own. */
  readonly refRoot?: string | undefined;
}

/** `source` is a path, an http(s) URL or `git:REF:path`. Throws a KitError that names file and line. */
export async function loadContract(source: string): Promise<Contract> {
  return loadOverlaidContract(source, []);
}

/** The same with overlays, which are named in the same way and applied in order, and with options. */
export async function loadOverlaidContract(
  source: string,
  overlays: readonly string[],
  options: LoadOptions = {},
): Promise<Contract> {
  const url = await resolveSourceUrl(source);
  return parseContract(url, await readSource(url), await readOverlays(overlays), options);
}

/**
 * Parses a text that was already read; relative references are resolved against `url`. Throws as `loadContract` does.
 */
export async function parseContract(
  url: string,
  text: string,
  overlays: readonly OverlayDocument[] = [],
  { refRoot, ...settings }: LoadOptions = {},
): Promise<Contract> {
  const reading = {
    ...{ url, text },
    overlay: (file: SourceFile) => withOverlays(file, overlays),
    overlayFiles: overlays.map(({ file }) => file),
    createReader: (main: SourceFile) => createAllowedReader(main, refRoot),
    bundle: bundleDocument,
  };
  return parseDocument(reading, settings);
}
