/** Asks others than the implementation over HTTP, such as who keeps pacts or sets up provider states: bounded, told plainly. */
import { request } from 'undici';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Until the whole answer must be there. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Of a redirect. */
  readonly location: string | undefined;
  /** As the server says, parameters included. */
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/** No redirect is followed. Rejects with an Error whose message is fit to be shown. */
export async function sendHttpRequest({
  url,
  method,
  headers,
  body,
  timeoutMs,
  maxBytes,
}: HttpRequest): Promise<HttpResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
    return {
      status: response.statusCode,
      location: firstValue(response.headers.location),
      contentType: firstValue(response.headers['content-type']),
      body: await readBounded(response.body, maxBytes),
    };
  } catch (error) {
    const reason = signal.aborted ? `no whole answer within ${timeoutMs} ms` : errorReason(error);
    throw new Error(reason, { cause: error });
  }
}

/** Without query, fragment and credentials: any of them may be secret. */
export function redactedUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

async function readBounded(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    kept.push(chunk);
  }
  return Buffer.concat(kept);
}

function firstValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

/** A host with several addresses fails with a message for each, and none of its own. */
function errorReason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((one: unknown) => errorReason(one)).join('; ');
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message === '' ? code : error.message;
}
