/** A store of pages whose name in the path is a slug of their title, so that a change of the title renames them. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { isJsonObject, type Json, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { temporaryFolder } from '../pact/support.ts';
import { type OnTestEnd, readBody, startTestServer } from './test-server.ts';

export interface PagesContractOptions {
  /** Changes return 204, so that no response to them names the page. */
  readonly isNameless?: boolean;
  readonly hasList?: boolean;
}

export async function pagesContract({
  isNameless = false,
  hasList = true,
}: PagesContractOptions = {}): Promise<Contract> {
  const page = {
    type: 'object',
    required: ['title'],
    properties: {
      slug: { type: 'string', readOnly: true },
      title: { type: 'string', minLength: 1, maxLength: 80 },
      text: { type: 'string', maxLength: 400 },
    },
  };
  const patch = { type: 'object', minProperties: 1, properties: page.properties };
  const json = (schema: object) => ({ 'application/json': { schema } });
  const content = json({ $ref: '#/components/schemas/Page' });
  const shown = { description: 'The page', content };
  const invalid = { description: 'Invalid' };
  const unknown = { description: 'Unknown' };
  const requestBody = { required: true, content };
  const changed = isNameless ? { 204: { description: 'Changed' } } : { 200: shown };
  const get = {
    operationId: 'listPages',
    responses: { 200: { description: 'All', content: json({ type: 'array', items: page }) } },
  };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Pages', version: '1' },
    components: { schemas: { Page: page, Patch: patch } },
    paths: {
      '/pages': {
        post: { operationId: 'addPage', requestBody, responses: { 201: shown, 400: invalid } },
        ...(hasList && { get }),
      },
      '/pages/{slug}': {
        parameters: [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getPage', responses: { 200: shown, 404: unknown } },
        put: { operationId: 'replacePage', requestBody, responses: { ...changed, 400: invalid, 404: unknown } },
        patch: {
          operationId: 'changePage',
          requestBody: { required: true, content: json({ $ref: '#/components/schemas/Patch' }) },
          responses: { ...changed, 400: invalid, 404: unknown },
        },
        delete: { operationId: 'deletePage', responses: { 204: { description: 'Deleted' }, 404: unknown } },
      },
    },
  };
  const file = path.join(temporaryFolder(), 'pages.json');
  writeFileSync(file, JSON.stringify(document));
  return loadContract(file);
}

export interface Page {
  readonly slug: string;
  readonly title: string;
  readonly text?: string;
}

export interface PageStoreOptions {
  /** The slug after a write; by default it follows the title. */
  slugAfter?(slug: string, count: number, before: Page): string;
  /** What is stored of a change, by default all of it; undefined for nothing under any name. */
  stored?(after: Page, before: Page): Page | undefined;
  /** The status under the former name. */
  readonly former?: 301 | 404;
}

/** Returns its base URL; it stops with the test. */
export async function startPageStore(
  onEnd: OnTestEnd,
  { operations }: Contract,
  { slugAfter = (slug) => slug, stored = (after) => after, former = 404 }: PageStoreOptions = {},
): Promise<string> {
  const pages = new Map<string, Page>();
  const formerSlugs = new Map<string, string>();
  let count = 0;
  const freeSlug = (title: string) => {
    const slug = slugOf(title);
    return pages.has(slug) ? `${slug}-${++count}` : slug;
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const bytes = await readBody(request);
    const send = (status: number, body?: object, location?: string) =>
      response
        .writeHead(status, {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(location !== undefined && { Location: location }),
        })
        .end(JSON.stringify(body));
    const [, collection, name] = (url.split('?')[0] ?? '').split('/');
    const template = name === undefined ? '/pages' : '/pages/{slug}';
    const operation = operations.find((one) => one.method === method && one.path === template);
    if (collection !== 'pages') return send(404);
    if (operation === undefined) return response.writeHead(405, { Allow: 'GET' }).end();
    const slug = decoded(name ?? '');
    if (slug === undefined) return send(400);
    const before = pages.get(slug);
    if (name !== undefined && before === undefined) {
      const current = formerSlugs.get(slug);
      const isMoved = former === 301 && current !== undefined;
      return isMoved ? send(301, undefined, `/pages/${encodeURIComponent(current)}`) : send(404);
    }
    if (method === 'GET') return send(200, before ?? [...pages.values()]);
    if (method === 'DELETE') {
      pages.delete(slug);
      return send(204);
    }
    const schema = operation.requestBody?.content[0]?.schema;
    const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
    const parsed = parseJsonBytes(bytes);
    if (!isJson) return send(415);
    if (!parsed.ok || schema === undefined || !isValid(schema, parsed.value, 'request')) return send(400);
    const sent = contentOf(parsed.value);
    if (before === undefined) {
      const page = { title: '', ...sent, slug: freeSlug(sent.title ?? '') };
      pages.set(page.slug, page);
      return send(201, page);
    }
    const title = sent.title ?? before.title;
    pages.delete(slug);
    const next = slugOf(title) === slugOf(before.title) ? slug : slugAfter(freeSlug(title), ++count, before);
    const after = { ...(method === 'PATCH' ? before : {}), ...sent, title, slug: next };
    const kept = stored(after, before);
    if (kept !== undefined) pages.set(kept.slug, kept);
    if (next !== slug) formerSlugs.set(slug, next);
    return operation.responses.some(({ status }) => status === '204') ? send(204) : send(200, after);
  });
  return startTestServer(server, onEnd);
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function contentOf(value: Json): { readonly title?: string; readonly text?: string } {
  if (!isJsonObject(value)) return {};
  const { title, text } = value;
  return { ...(typeof title === 'string' && { title }), ...(typeof text === 'string' && { text }) };
}

function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return words.replaceAll(/^-+|-+$/g, '') || 'page';
}
