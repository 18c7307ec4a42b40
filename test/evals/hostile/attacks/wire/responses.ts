/** The answers in what came over a connection, read to the letter: what cannot be read so is a lie of the store. */

export interface RawResponse {
  readonly status: number;
  /** By lower-case name, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface ParsedResponses {
  /** Those that are whole, `100 Continue` among them. */
  readonly responses: readonly RawResponse[];
  /** What follows them: nothing, the beginning of an answer, or what is none. */
  readonly rest: Buffer;
}

export function parseResponses(bytes: Buffer): ParsedResponses {
  const responses: RawResponse[] = [];
  let rest = bytes;
  for (let read = parseResponse(rest); read !== undefined; read = parseResponse(rest)) {
    responses.push(read.response);
    rest = rest.subarray(read.length);
  }
  return { responses, rest };
}

export function headerValues({ headers }: RawResponse, name: string): readonly string[] {
  return headers.flatMap(([key, value]) => (key === name ? [value] : []));
}

interface ParsedResponse {
  readonly response: RawResponse;
  readonly length: number;
}

function parseResponse(bytes: Buffer): ParsedResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) [\t\x20-\x7e]*$/.exec(first) ?? [];
  const headers = lines.map(headerIn);
  if (status === undefined || !headers.every((one) => one !== undefined)) return undefined;
  const start = end + 4;
  const body = bodyIn(bytes.subarray(start), { status: Number(status), headers });
  if (body === undefined) return undefined;
  return { response: { status: Number(status), headers, body: body.content }, length: start + body.length };
}

/** RFC 9112, 5: no space before the colon, nothing folded, no control characters. */
function headerIn(line: string): readonly [string, string] | undefined {
  const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*?)[\t ]*$/.exec(line) ?? [];
  return name === undefined ? undefined : [name.toLowerCase(), value];
}

interface Body {
  readonly content: Buffer;
  /** Of what it takes on the wire. */
  readonly length: number;
}

const noBody: Body = { content: Buffer.alloc(0), length: 0 };

/** Undefined for one that is not whole, or whose length is not said in one way alone. */
function bodyIn(bytes: Buffer, { status, headers }: Omit<RawResponse, 'body'>): Body | undefined {
  const valuesOf = (wanted: string) => headers.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const [lengths, codings] = [valuesOf('content-length'), valuesOf('transfer-encoding')];
  if (status < 200 || status === 204 || status === 304)
    return lengths.length + codings.length === 0 ? noBody : undefined;
  if (lengths.length + codings.length !== 1) return undefined;
  if (codings[0] === 'chunked') return chunksIn(bytes);
  const length = /^\d+$/.test(lengths[0] ?? '') ? Number(lengths[0]) : Number.NaN;
  return bytes.length >= length ? { content: bytes.subarray(0, length), length } : undefined;
}

/** Without extensions and trailers, of which the store sends none. */
function chunksIn(bytes: Buffer): Body | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const [size] = /^[\da-f]+$/i.exec(end < 0 ? '' : bytes.toString('latin1', at, end)) ?? [];
    if (size === undefined) return undefined;
    const start = end + 2;
    const next = start + Number.parseInt(size, 16);
    if (bytes.toString('latin1', next, next + 2) !== '\r\n') return undefined;
    if (next === start) return { content: Buffer.concat(pieces), length: next + 2 };
    pieces.push(bytes.subarray(start, next));
    at = next + 2;
  }
}
