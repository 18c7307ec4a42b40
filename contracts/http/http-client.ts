/**
 * HTTP client for services other than the implementation, such as a pact broker or a provider state endpoint. Time and
 * size are limited.
 */
import { request } from 'undici';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Limit for the complete response, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  /** The `Location` of a redirect. */
  readonly location: string | undefined;
  /** The `Content-Type` as received, including parameters. */
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/** Does not follow redirects. Rejects with an Error whose message can be shown to users. */
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
    const reason = signal.aborted ? `no complete response within ${timeoutMs} ms` : errorReason(error);
    throw new Error(reason, { cause: error });
  }
}

/** The URL without query, fragment and credentials: any of them may be secret. */
export function redactedUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

async function readBounded(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function firstValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

/** A host with several addresses fails with an AggregateError: one error per address, and an empty message. */
function errorReason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((cause: unknown) => errorReason(cause)).join('; ');
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message === '' ? code : error.message;
}
