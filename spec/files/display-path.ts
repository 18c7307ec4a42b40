/** The names of files in messages and reports. */

import type { PlatformPath } from 'node:path';
import { inNode } from '../../platform/node-modules.ts';

export interface DisplayOptions {
  /** By default the working directory. */
  readonly from?: string;
  /** The paths of a platform; by default of this one. */
  readonly flavour?: PlatformPath;
}

/**
 * Relative to the working directory if the file is inside it, otherwise absolute. With slashes on every platform: names are part
 * of fingerprints, so waivers that are written on one platform apply on all. Windows accepts such paths too.
 */
export function displayPath(file: string, options: DisplayOptions = {}): string {
  const { from = process.cwd(), flavour = ownFlavour() } = options;
  const absolute = flavour.resolve(from, file);
  const relative = relativePath(absolute, options);
  const isOutside = relative.split('/')[0] === '..' || flavour.isAbsolute(relative);
  return isOutside ? withSlashes(absolute, flavour) : relative;
}

/** Relative to a folder, with slashes. On Windows, absolute if the file is on another drive. */
export function relativePath(
  file: string,
  { from = process.cwd(), flavour = ownFlavour() }: DisplayOptions = {},
): string {
  return withSlashes(flavour.relative(from, file), flavour);
}

/** On other platforms than Windows a backslash is part of a name. */
function withSlashes(file: string, { sep }: PlatformPath): string {
  return sep === '\\' ? file.replaceAll(sep, '/') : file;
}

function ownFlavour(): PlatformPath {
  if (inNode === undefined) throw new Error('a browser has no paths of files');
  return inNode.getBuiltinModule('node:path');
}
