/** Faults that no operator makes: what people do wrong in a client of this kind. */
import type { Mutant } from './mutant.ts';
import { childNodes, declaredBy, parseProgram } from './syntax-tree.ts';

interface ManualMutation {
  readonly description: string;
  /** Stands once in the file. */
  readonly from: string;
  readonly to: string;
}

const consumer = 'contracts/pact/consumer';

const mutationsByFile: Readonly<Record<string, readonly ManualMutation[]>> = {
  [`${consumer}/store-client.ts`]: [
    { description: 'requests any media type', from: "accept: 'application/json'", to: "accept: '*/*'" },
    {
      description: 'sends the plant as text/plain',
      from: "'content-type': 'application/json'",
      to: "'content-type': 'text/plain'",
    },
    { description: 'sends the token without its scheme', from: '`Bearer ', to: '`' },
    { description: 'sends the token under another scheme', from: '`Bearer ', to: '`Basic ' },
    {
      description: 'sends a token when none is given',
      from: 'return headers;',
      to: "return { ...headers, authorization: 'Bearer undefined' };",
    },
    { description: 'adds a trailing slash', from: "'plants'", to: "'plants/'" },
    { description: 'forgets the path of the base URL', from: "url.pathname.replace(/\\/+$/, '')", to: "''" },
    {
      description: 'sends a missing tag as null',
      from: 'tag === undefined ? { id, name }',
      to: 'tag === undefined ? { id, name, tag: null }',
    },
    {
      description: 'sends a missing tag as an empty one',
      from: 'tag === undefined ? { id, name }',
      to: "tag === undefined ? { id, name, tag: '' }",
    },
    { description: 'omits an empty tag', from: 'tag === undefined ?', to: '!tag ?' },
    {
      description: 'sends the id as a double',
      from: '{ id, name, tag });',
      to: '{ id: Number(id), name, tag });',
    },
    {
      description: 'sends the id as a string',
      from: '{ id, name, tag });',
      to: '{ id: String(id), name, tag });',
    },
    {
      description: 'wraps the id to int64',
      from: '? { id, name }',
      to: '? { id: BigInt.asIntN(64, BigInt(id)), name }',
    },
    { description: 'trims the name', from: '{ id, name, tag });', to: '{ id, name: name.trim(), tag });' },
    {
      description: 'sends the name without accents',
      from: '{ id, name, tag });',
      to: "{ id, name: name.normalize('NFD').replace(/\\p{M}/gu, ''), tag });",
    },
    {
      description: 'sends undeclared properties',
      from: 'encodePlant({ id, name, tag }: NewPlant): string {',
      to: 'encodePlant({ id, name, tag, ...rest }: NewPlant): string {\n  if (tag !== undefined) return stringifyJson({ id, name, tag, ...rest });',
    },
    {
      description: 'sends every request twice',
      from: '() => sendOnce(call)',
      to: '() => sendOnce(call).then(() => sendOnce(call))',
    },
    {
      description: 'ignores the signal',
      from: 'startDeadline(timeoutMs, signal)',
      to: 'startDeadline(timeoutMs, undefined)',
    },
    {
      description: 'ignores the timeout',
      from: 'startDeadline(timeoutMs, signal)',
      to: 'startDeadline(2 ** 31 - 1, signal)',
    },
    {
      description: 'gives each attempt its own deadline',
      from: '{ retries, deadline }',
      to: '{ retries, deadline: { ...deadline, remainingMs: () => timeoutMs } }',
    },
  ],
  [`${consumer}/retry.ts`]: [
    { description: 'sends PUT', from: "method: 'POST'", to: "method: 'PUT'" },
    {
      description: 'follows redirects',
      from: 'signal, dispatcher });',
      to: "signal, dispatcher: dispatcher.compose((await import('undici')).interceptors.redirect({ maxRedirections: 3 })) });",
    },
    {
      description: 'retries a call whose response was lost',
      from: 'mayHaveCreated: !wasNeverConnected(cause)',
      to: 'mayHaveCreated: false',
    },
    {
      description: 'treats a reset connection as no connection',
      from: "syscall === 'connect'",
      to: "syscall === 'read' || syscall === 'connect'",
    },
    {
      description: 'throws failures',
      from: "return { kind: 'network', cause: toMaskedError(cause, mask), mayHaveCreated: !wasNeverConnected(cause) };",
      to: 'throw cause;',
    },
    { description: 'wraps every error', from: 'cause instanceof Error ? cause : new', to: 'new' },
    {
      description: 'retries a 503 without Retry-After',
      from: '? requestedMs : undefined',
      to: '? (requestedMs ?? backoff) : undefined',
    },
    { description: 'retries every 5xx', from: 'status === 503', to: 'status >= 500' },
    { description: 'ignores Retry-After', from: 'retryAfterMs + backoff', to: 'backoff' },
    { description: 'never retries a 429 without Retry-After', from: 'requestedMs ?? backoff', to: 'requestedMs' },
    { description: 'retries without jitter', from: '(0.5 + Math.random() / 2)', to: '1' },
    { description: 'retries without a delay', from: 'backoff = backoffMs(retryCount)', to: 'backoff = 0' },
    { description: 'loses the abort reason of the caller', from: 'abort(caller?.reason)', to: 'abort()' },
    { description: 'treats a timeout as an abort', from: "'TimeoutError'", to: "'AbortError'" },
  ],
  [`${consumer}/create-plant-response.ts`]: [
    { description: 'does not recognise 403', from: 'status === 401 || status === 403', to: 'status === 401' },
    { description: 'does not recognise 401', from: 'status === 401 || status === 403', to: 'status === 403' },
    {
      description: 'treats 404 as a rejection',
      from: 'status === 403)',
      to: 'status === 403 || status === 404)',
    },
    {
      description: 'accepts every success',
      from: 'status === 200 &&',
      to: 'status >= 200 && status < 300 &&',
    },
    { description: 'treats every failure as an Error', from: 'status === 400 &&', to: 'status >= 400 &&' },
    { description: 'does not check the plant', from: 'isPlant(json))', to: 'isJsonObject(json))' },
    { description: 'does not check the Error', from: 'isStoreError(json))', to: 'isJsonObject(json))' },
    {
      description: 'does not check the tag',
      from: "return value.tag === undefined || typeof value.tag === 'string';",
      to: 'return true;',
    },
    {
      description: 'accepts a tag that is null',
      from: "return value.tag === undefined || typeof value.tag === 'string';",
      to: "return value.tag == null || typeof value.tag === 'string';",
    },
    { description: 'requires a tag', from: 'value.tag === undefined || typeof', to: 'typeof' },
    {
      description: 'ignores parameters of media types',
      from: 'isJsonType(type)',
      to: "type === 'application/json'",
    },
    {
      description: 'decodes invalid UTF-8',
      from: 'parseJsonBytes(bytes)',
      to: 'parseJsonBytes(new TextEncoder().encode(new TextDecoder().decode(bytes)))',
    },
    { description: 'adds an empty tag', from: '? { name }', to: "? { name, tag: '' }" },
    { description: 'returns an undefined tag', from: '? { name }', to: '? { name, tag: undefined }' },
    { description: 'accepts codes beyond int32', from: 'value === (value | 0)', to: 'Number.isInteger(value)' },
    { description: 'treats codes as uint32', from: 'value === (value | 0)', to: 'value === value >>> 0' },
    { description: 'keeps only one of several challenges', from: "value?.join(', ')", to: 'value?.[0]' },
    {
      description: 'treats seconds as milliseconds',
      from: 'Number.parseInt(header, 10) * 1000',
      to: 'Number.parseInt(header, 10)',
    },
    { description: 'treats a date as a duration', from: 'Math.max(0, at - now)', to: 'at' },
  ],
};

/** Throws an Error for a fault that does not stand exactly once in the source. */
export function manualMutants(file: string, source: string): readonly Mutant[] {
  return (mutationsByFile[file] ?? []).map(({ description, from, to }) => {
    const start = source.indexOf(from);
    if (start < 0 || source.includes(from, start + 1))
      throw new Error(`${file}: "${description}" has to stand exactly once, as: ${from}`);
    return {
      file,
      description,
      from,
      to,
      start,
      end: start + from.length,
      functionName: around(source, start),
    };
  });
}

function around(source: string, at: number): string {
  const statement = childNodes(parseProgram(source)).find(({ start, end }) => start <= at && at < end);
  return statement === undefined ? 'module' : declaredBy(statement);
}
