/** A small implementation of test/fixtures/conformance/forms.yaml: correct, or with one defect. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { findXmlError } from '../../spec/wire/xml.ts';
import { readBody } from './test-server.ts';

/** Its defect. */
export type FormStoreDefect =
  | 'accepts any media type'
  | 'requires no item'
  | 'parses only the beginning of a number'
  | 'has no bounds'
  | 'accepts any word as true'
  | 'accepts any color'
  | 'accepts any number of tags'
  | 'keeps one tag'
  | 'splits tags at commas'
  | 'keeps plus signs'
  | 'decodes Latin-1'
  | 'trims'
  | 'requires every field'
  | 'ignores the case of names'
  | 'accepts any email'
  | 'fails without a body'
  | 'accepts any part'
  | 'requires no file'
  | 'accepts any file'
  | 'accepts any number of files'
  | 'accepts malformed parts'
  | 'loses an object'
  | 'accepts malformed XML'
  | 'returns malformed XML'
  | 'rejects forms'
  | 'rejects XML'
  | 'rejects other JSON types'
  | 'has its own XML'
  | 'accepts a token in the form';

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

interface FormRequest {
  readonly type: string;
  readonly bytes: Buffer;
  readonly credential: string | undefined;
  has(defect: FormStoreDefect): boolean;
}

export function createFormStore(defect?: FormStoreDefect): Server {
  return createServer((request, response) => {
    respond(request, (one) => one === defect).then(({ status, type, body = '' }) => {
      response.writeHead(status, type === undefined ? {} : { 'Content-Type': type });
      response.end(body);
    });
  });
}

const invalid: Reply = { status: 400 };

async function respond(request: IncomingMessage, has: FormRequest['has']): Promise<Reply> {
  const bytes = await readBody(request);
  const handle = handlers.get(`${request.method} ${request.url?.split('?')[0]}`);
  if (handle === undefined) return { status: 404 };
  const credential = request.headers.authorization;
  const call = { type: request.headers['content-type'] ?? '', bytes, credential, has };
  const [range, handler] = handle;
  const refusal = request.url?.startsWith('/members') === true ? credentialsError(call) : undefined;
  if (refusal !== undefined) return refusal;
  const isDeclared = range.test(call.type) || has('accepts any media type');
  if (!isDeclared) return call.bytes.length === 0 && call.type === '' ? invalid : { status: 415 };
  if (call.bytes.length === 0 && has('fails without a body')) return { status: 500 };
  return handler(call);
}

const handlers: ReadonlyMap<string, readonly [RegExp, (call: FormRequest) => Reply | Promise<Reply>]> = new Map([
  ['POST /orders', [/^application\/x-www-form-urlencoded\s*(;|$)/i, order]],
  ['POST /photos', [/^multipart\/form-data\s*(;|$)/i, upload]],
  ['PUT /notes', [/^text\/plain\s*(;|$)/i, ({ bytes }: FormRequest) => ({ status: bytes.length === 0 ? 400 : 204 })]],
  ['PUT /avatar', [/^image\/[\w.+-]+\s*(;|$)/i, () => ({ status: 204 })]],
  ['POST /members', [/^application\/x-www-form-urlencoded\s*(;|$)/i, member]],
  ['POST /books', [/^application\/xml\s*(;|$)/i, book]],
  ['POST /customers', [/^application\/(?:json|vnd\.customer\+json|x-www-form-urlencoded|xml)\s*(;|$)/i, customer]],
]);

function credentialsError({ credential, bytes, has }: FormRequest): Reply | undefined {
  const form = new URLSearchParams(bytes.toString('utf8'));
  const isInForm = has('accepts a token in the form') && form.get('access_token') === 'the-token';
  const isRight = credential?.replace(/^bearer /i, 'Bearer ') === 'Bearer the-token';
  return isInForm || isRight ? undefined : { status: 401 };
}

function member({ bytes, has }: FormRequest): Reply {
  const form = new URLSearchParams(bytes.toString('utf8'));
  if (has('accepts a token in the form')) form.delete('access_token');
  return form.size === 1 && named(form.get('name')).status === 201 ? { status: 204 } : invalid;
}

function made(value: Readonly<Record<string, unknown>>): Reply {
  return { status: 201, type: 'application/json', body: JSON.stringify(value) };
}

function fieldsOf({ bytes, has }: FormRequest): readonly (readonly [string, string])[] {
  const text = bytes.toString('latin1');
  const decode = (part: string) => {
    const spaced = has('keeps plus signs') ? part : part.replaceAll('+', ' ');
    const plain = Buffer.from(
      spaced.replaceAll(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
    return plain.toString(has('decodes Latin-1') ? 'latin1' : 'utf8');
  };
  const pairs = text.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    const key = decode(name);
    return [has('ignores the case of names') ? key.toLowerCase() : key, decode(rest.join('='))] as const;
  });
}

function numberIn(text: string, has: FormRequest['has']): number | undefined {
  if (has('parses only the beginning of a number')) return Number.parseInt(text, 10);
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

function order(call: FormRequest): Reply {
  const { has } = call;
  const fields = fieldsOf(call);
  const all = (name: string) => fields.filter(([key]) => key === name).map(([, value]) => value);
  const [raw = has('requires no item') ? 'nothing' : undefined] = all('item');
  const [count] = all('count');
  const [gift] = all('gift');
  const [color] = all('colour');
  const [email] = all('email');
  const sent = all('tags');
  const item = has('trims') ? raw?.trim() : raw;
  const number = count === undefined ? undefined : numberIn(count, has);
  if (item === undefined || number === undefined || Number.isNaN(number)) return invalid;
  if (!has('has no bounds') && (item === '' || [...item].length > 60 || number < 1 || number > 100)) return invalid;
  if (gift !== undefined && !/^(?:true|false)$/.test(gift) && !has('accepts any word as true')) return invalid;
  if (color !== undefined && !/^(?:red|green)$/.test(color) && !has('accepts any color')) return invalid;
  if (email !== undefined && !/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(email) && !has('accepts any email')) return invalid;
  if (sent.length > 3 && !has('accepts any number of tags')) return invalid;
  if (has('requires every field') && [gift, color, email].includes(undefined)) return invalid;
  const split = has('splits tags at commas') ? sent.flatMap((tag) => tag.split(',')) : sent;
  const tags = has('keeps one tag') ? split.slice(0, 1) : split;
  return made({
    item,
    count: number,
    ...(gift === undefined ? {} : { gift: gift !== 'false' }),
    ...(color === undefined ? {} : { colour: color }),
    ...(email === undefined ? {} : { email }),
    ...(tags.length === 0 ? {} : { tags }),
  });
}

const imageTypes = new Set(['image/png', 'image/jpeg']);
const parts = new Set(['title', 'rating', 'file', 'more', 'details']);

async function upload({ type, bytes, has }: FormRequest): Promise<Reply> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  if (form === undefined) return has('accepts malformed parts') ? made({ title: 'none', file: 'none' }) : invalid;
  const [title, rating, file] = [form.get('title'), form.get('rating'), form.get('file')];
  if (typeof title !== 'string' || title === '' || [...title].length > 40) return invalid;
  if (file === null && !has('requires no file')) return invalid;
  if (file instanceof File && !imageTypes.has(file.type) && !has('accepts any file')) return invalid;
  if (typeof rating === 'string' && !/^[1-5]$/.test(rating)) return invalid;
  if ([...form.keys()].some((name) => !parts.has(name)) && !has('accepts any part')) return invalid;
  if (form.getAll('more').length > 3 && !has('accepts any number of files')) return invalid;
  const details = detailsIn(form.get('details'));
  if (details === 'wrong') return invalid;
  return made({
    title,
    file: 'https://example.com/files/7',
    ...(rating === null ? {} : { rating: Number(rating) }),
    ...(details === undefined || has('loses an object') ? {} : { details }),
  });
}

function detailsIn(part: string | File | null): object | 'wrong' | undefined {
  if (part === null) return undefined;
  try {
    const value: unknown = JSON.parse(String(part));
    const isRight =
      typeof value === 'object' && value !== null && 'author' in value && typeof value.author === 'string';
    return isRight ? value : 'wrong';
  } catch {
    return 'wrong';
  }
}

function book({ bytes, has }: FormRequest): Reply {
  const text = bytes.toString('utf8');
  if (findXmlError(text) !== undefined && !has('accepts malformed XML')) return invalid;
  if (has('has its own XML')) return text.includes('<volume') ? made({}) : invalid;
  const type = 'application/xml';
  return {
    status: 201,
    type,
    body: has('returns malformed XML') ? '<book><title>this & that</book>' : '<book/>',
  };
}

function customer({ type, bytes, has }: FormRequest): Reply {
  const text = bytes.toString('utf8');
  if (/json/i.test(type)) {
    return /vnd/i.test(type) && has('rejects other JSON types') ? { status: 415 } : named(nameInJson(text));
  }
  if (/xml/i.test(type)) {
    if (has('rejects XML')) return { status: 415 };
    if (has('has its own XML')) return invalid;
    return findXmlError(text) === undefined ? named(/<name>(.*)<\/name>/.exec(text)?.[1]) : invalid;
  }
  if (has('rejects forms')) return { status: 415 };
  const form = new URLSearchParams(text);
  return form.size === 1 ? named(form.get('name')) : invalid;
}

function nameInJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text)));
    const isRight = typeof value === 'object' && value !== null && 'name' in value;
    return isRight && Object.keys(value).length === 1 ? value.name : undefined;
  } catch {
    return undefined;
  }
}

function named(name: unknown): Reply {
  return name === 'Ann' || name === 'Bob' ? made({ name }) : invalid;
}
