/** The file at a placeholder address: `/__store/file/modern-chair.pdf` is the smallest file of its type. */
import { percentEncode } from '../../sanitize.ts';
import { sampleFileBytes } from '../../spec/sampling/sample-files.ts';
import { FILE_PATH } from './image-url.ts';
import { type PlaceholderImage, placeholderImage } from './placeholder-image.ts';

/** The kinds of made-up files, by their extensions. */
export const fileTypes = { pdf: 'application/pdf', png: 'image/png', txt: 'text/plain' } as const;

export type FileExtension = keyof typeof fileTypes;

export interface PlaceholderFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** An image or a file; undefined if the path is none of them. */
export function findPlaceholder(path: string): PlaceholderImage | PlaceholderFile | undefined {
  return placeholderImage(path) ?? placeholderFile(path);
}

/** In bytes. */
export function placeholderFileSize(extension: FileExtension): number {
  return sampleFileBytes(fileTypes[extension]).length;
}

/** Undefined if the name has not the extension of a made-up file. */
export function extensionOf(name: string): FileExtension | undefined {
  const [, extension] = /\.(pdf|png|txt)$/i.exec(name) ?? [];
  const lower = extension?.toLowerCase();
  return lower === 'pdf' || lower === 'png' || lower === 'txt' ? lower : undefined;
}

function placeholderFile(path: string): PlaceholderFile | undefined {
  if (!path.startsWith(FILE_PATH)) return undefined;
  const [, name = ''] = /^([\w.%-]{1,200})(?:[?#]|$)/.exec(path.slice(FILE_PATH.length)) ?? [];
  const extension = extensionOf(name);
  if (extension === undefined) return undefined;
  const type = fileTypes[extension];
  return {
    headers: {
      'Content-Type': type,
      // The address decides the name, so nothing else of it may become part of a header.
      'Content-Disposition': `attachment; filename*=UTF-8''${name.replaceAll(/%(?![\da-f]{2})/gi, percentEncode)}`,
      'Cache-Control': 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
    },
    body: sampleFileBytes(type),
  };
}
