/**
 * Where the placeholder images and files of the mock are. A record is made before the address of the server is known, so its
 * values name a host that cannot exist, and each response replaces it by the host of its request.
 */
import { percentEncode } from '../../sanitize.ts';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';

/** Below the path of the control API, which no contract uses. */
export const IMAGE_PATH = '/__store/image/';

/** Beside the images, for the addresses of made-up attachments and documents. */
export const FILE_PATH = '/__store/file/';

/** As long as a common one, so that the length of the final URL is about the same. `.invalid` is reserved (RFC 2606). */
const UNKNOWN_ORIGIN = 'http://this-mock.invalid';

/** `name` becomes the text of the image. */
export function placeholderUrl(width: number, height: number, name: string): string {
  return `${UNKNOWN_ORIGIN}${IMAGE_PATH}${width}x${height}/${percentEncode(name)}.svg`;
}

/** `name` is that of a file, such as `plan.pdf`. */
export function placeholderFileUrl(name: string): string {
  return `${UNKNOWN_ORIGIN}${FILE_PATH}${percentEncode(name)}`;
}

export function isPlaceholderPath(path: string): boolean {
  return path.startsWith(IMAGE_PATH) || path.startsWith(FILE_PATH);
}

/** Whether the text has the path of a placeholder, also within an address. */
export function hasPlaceholderPath(text: string): boolean {
  return text.includes(IMAGE_PATH) || text.includes(FILE_PATH);
}

/** The path of a placeholder file within an address; undefined for other texts. */
export function placeholderFilePath(address: string): string | undefined {
  const start = address.indexOf(FILE_PATH);
  return start < 0 ? undefined : address.slice(start);
}

/** In the text of a body. JSON and XML write these characters as they are. */
export function withRequestOrigin(text: string, origin: string | undefined): string {
  if (origin === undefined || !text.includes(UNKNOWN_ORIGIN)) return text;
  return [IMAGE_PATH, FILE_PATH].reduce(
    (whole, path) => whole.replaceAll(`${UNKNOWN_ORIGIN}${path}`, `${origin}${path}`),
    text,
  );
}

/** In every text of a value. */
export function withOrigin(value: Json, origin: string): Json {
  if (typeof value === 'string') return withRequestOrigin(value, origin);
  if (isJsonArray(value)) return value.map((part) => withOrigin(part, origin));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withOrigin(part, origin)]));
}

/** The reverse, for a value of a query that is compared with the values of records. */
export function withoutRequestOrigin(text: string, origin: string | undefined): string {
  const isPlaceholder = [IMAGE_PATH, FILE_PATH].some((path) => text.startsWith(`${origin}${path}`));
  if (origin === undefined || !isPlaceholder) return text;
  return `${UNKNOWN_ORIGIN}${text.slice(origin.length)}`;
}
