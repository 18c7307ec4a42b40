import { malformedRequest } from './error.ts';

export interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  /** Of the content, without parameters, in small letters; RFC 7578 has text/plain where a part does not say. */
  readonly type: string;
  readonly content: Buffer;
}

/** The boundary of a Content-Type, with or without quotes. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
}

/** RFC 2046, section 5.1.1: what comes before the first boundary and after the last one does not count. Throws `Refusal`. */
export function partsOf(body: Buffer, boundary: string): readonly Part[] {
  // Read as bytes: one character is one byte.
  const text = `\r\n${body.toString('latin1')}`;
  const [preamble = '', ...rest] = text.split(delimiter(boundary));
  if (rest.length === 0 || preamble === text) throw malformedRequest('The body has no parts.');
  const end = rest.findIndex((piece) => piece.startsWith('--'));
  if (end === -1) throw malformedRequest('The last part does not end.');
  return rest.slice(0, end).map(partOf);
}

function delimiter(boundary: string): RegExp {
  return new RegExp(`\\r\\n--${RegExp.escape(boundary)}(?=--|[ \\t]*\\r\\n)`);
}

function partOf(piece: string): Part {
  const start = piece.indexOf('\r\n');
  const end = piece.indexOf('\r\n\r\n', start);
  if (end === -1) throw malformedRequest('A part has no end of its headers.');
  const headers = headersOf(piece.slice(start + 2, end));
  const disposition = headers.get('content-disposition') ?? '';
  const name = parameter(disposition, 'name');
  if (!/^form-data\s*(;|$)/i.test(disposition) || name === undefined) throw malformedRequest('A part has no name.');
  return {
    name,
    filename: parameter(disposition, 'filename'),
    type: (headers.get('content-type') ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '',
    content: Buffer.from(piece.slice(end + 4), 'latin1'),
  };
}

function headersOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\r\n').map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()] as const;
    }),
  );
}

/** Quotes in names are percent-encoded by browsers and escaped by others; names here have none. */
function parameter(disposition: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i');
  const [, quoted, bare] = pattern.exec(disposition) ?? [];
  const found = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
  return found === undefined ? undefined : Buffer.from(found, 'latin1').toString('utf8');
}
