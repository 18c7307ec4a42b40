/** The parts of a form (RFC 7578), each with the media type it says: Node's own reader drops that of a part without a file name. */

export interface Part {
  readonly name: string;
  readonly isFile: boolean;
  /** As sent; undefined where the part does not say. */
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

/** `undefined` for what is no such form: without a boundary, unclosed, a part without a name. */
export function partsIn(contentType: string, bytes: Buffer): readonly Part[] | undefined {
  const boundary = parameterOf(contentType, 'boundary');
  if (boundary === undefined || boundary === '') return undefined;
  const pieces = piecesBetween(bytes, `--${boundary}`);
  const parts = pieces?.map(partOf);
  return parts?.every((part) => part !== undefined) === true ? parts : undefined;
}

/** A form of more parts is meant to cost time. */
export const MOST_PARTS = 10_000;

/** What stands before the first delimiter and behind the last is nobody's (RFC 2046, 5.1.1). */
function piecesBetween(bytes: Buffer, delimiter: string): readonly Buffer[] | undefined {
  const pieces: Buffer[] = [];
  let at = bytes.indexOf(delimiter);
  if (at > 0 && bytes.toString('latin1', at - 2, at) !== '\r\n') at = bytes.indexOf(`\r\n${delimiter}`) + 2;
  while (at >= 0 && pieces.length <= MOST_PARTS) {
    const start = at + delimiter.length;
    if (bytes.toString('latin1', start, start + 2) === '--') return pieces;
    const head = bytes.indexOf('\r\n', start);
    const end = bytes.indexOf(`\r\n${delimiter}`, Math.max(start, head));
    const isPadded = bytes.toString('latin1', start, head).trim() === '';
    if (head < 0 || end < 0 || !isPadded) return undefined;
    pieces.push(bytes.subarray(head + 2, Math.max(head + 2, end)));
    at = end + 2;
  }
  return undefined;
}

function partOf(piece: Buffer): Part | undefined {
  const end = piece.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = piece.toString('utf8', 0, end);
  const disposition = headerIn(head, 'content-disposition') ?? '';
  const name = /^form-data\b/i.test(disposition) ? parameterOf(disposition, 'name') : undefined;
  if (name === undefined) return undefined;
  const isFile = /;\s*filename\*?=/i.test(disposition);
  const plain = name.replaceAll(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
  return { name: plain, isFile, type: headerIn(head, 'content-type'), bytes: piece.subarray(end + 4) };
}

function headerIn(head: string, name: string): string | undefined {
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

/** Quoted or bare. */
export function parameterOf(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]*))`, 'i').exec(header);
  return found?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? found?.[2];
}
