/**
 * The image at a placeholder address: `/__store/image/640x480/modern%20chair.svg` is a coloured area with its text and
 * its size. It has no script, no style and no reference, whatever the address says.
 */
import { escapeMarkup } from '../format/xml.ts';
import { IMAGE_PATH } from './image-url.ts';

export interface PlaceholderImage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Undefined if the path is none of an image. */
export function placeholderImage(path: string): PlaceholderImage | undefined {
  if (!path.startsWith(IMAGE_PATH)) return undefined;
  const [, width, height, name = ''] =
    /^(\d{1,4})x(\d{1,4})(?:\/([^/?#]*?)(?:\.svg)?)?(?:[?#]|$)/.exec(path.slice(IMAGE_PATH.length)) ?? [];
  const size = { width: Number(width), height: Number(height) };
  if (!isSize(size.width) || !isSize(size.height)) return undefined;
  return { headers, body: imageText(size, shownText(name)) };
}

const MAX_PIXELS = 4_000;
const MAX_CHARACTERS = 40;

/** The same for everyone, so any page may show and read it. */
const headers = {
  'Content-Type': 'image/svg+xml',
  'Cache-Control': 'public, max-age=3600',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

function isSize(pixels: number): boolean {
  return pixels >= 1 && pixels <= MAX_PIXELS;
}

function shownText(name: string): string {
  const visible = decodeName(name).replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '');
  return [...visible].slice(0, MAX_CHARACTERS).join('').trim();
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function imageText({ width, height }: Size, text: string): string {
  const [x, y] = [width / 2, height / 2];
  const fontSize = Math.max(1, Math.round(Math.min(height / 5, width / Math.max(4, [...text].length * 0.62))));
  const smaller = Math.max(1, Math.round(Math.min(height / 12, width / 12)));
  const lines = [
    `<text x="${x}" y="${y}" font-size="${fontSize}">${escapeMarkup(text)}</text>`,
    `<text x="${x}" y="${y + fontSize}" font-size="${smaller}" opacity="0.7">${width} × ${height}</text>`,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="hsl(${hue(text)} 45% 42%)"/>`,
    `<g fill="#fff" font-family="sans-serif" text-anchor="middle" dominant-baseline="middle">${lines.join('')}</g>`,
    '</svg>\n',
  ].join('');
}

/** The same text has the same colour. */
function hue(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 360, 200);
}
