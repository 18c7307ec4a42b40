/** Messages that are written otherwise, with the same meaning. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { right } from '../../variant.ts';
import type { FilesBehavior } from '../behavior.ts';
import { type FilesRequest, type FilesResponse, head } from '../http.ts';
import type { VaultFile } from '../state.ts';
import { responds, withHeaders } from './changes.ts';

const all = () => true;

export const rightMessages = right<FilesBehavior>([
  {
    name: 'compresses-where-accepted',
    description: 'It sends gzip to clients that accept it, but no ranges of content.',
    behavior: responds((response, request) => compressed(response, request, 'gzip'), isWhole),
  },
  {
    name: 'deflates-where-accepted',
    description: 'It sends deflate to clients that accept it.',
    behavior: responds((response, request) => compressed(response, request, 'deflate'), isWhole),
  },
  {
    name: 'sends-chunks',
    description: 'It sends every body chunked, the first bytes one by one.',
    concurrency: 12,
    behavior: responds((response) => ({ ...response, deliver: inChunks }), isWhole),
  },
  {
    name: 'closes-connections',
    description: 'It closes the connection after every response.',
    behavior: responds(withHeaders({ connection: 'close' }), all),
  },
  {
    name: 'writes-header-names-in-capitals',
    description: 'It writes the names of headers in capitals.',
    behavior: responds(
      ({ headers, ...response }) => ({
        ...response,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
      }),
      all,
    ),
  },
  {
    name: 'sends-more-headers',
    description: 'It sends headers that are not declared, with cookies of its own.',
    behavior: responds(
      withHeaders({
        vary: 'Accept, Cookie',
        'x-request-id': 'a1',
        'set-cookie': ['seen=1; Path=/', 'theme=dark'],
        'strict-transport-security': 'max-age=1',
      }),
      all,
    ),
  },
  {
    name: 'gives-whole-addresses',
    description: 'It gives a Location with scheme and host.',
    behavior: responds(
      (response, request) =>
        withHeaders({ location: `http://${request.headers['host']}${response.headers['location']}` })(response),
      ({ headers }) => headers['location'] !== undefined,
    ),
  },
  {
    name: 'is-slow',
    description: 'It takes 15 ms for every response.',
    concurrency: 16,
    behavior: () => ({
      wrapExchange: async (_request, respond) => {
        await delay(15);
        return respond();
      },
    }),
  },
  {
    name: 'lists-as-of-a-second-ago',
    description: 'It shows the files of a folder as they were up to a second ago.',
    behavior: ({ filesOf }) => {
      const kept = new Map<bigint, { readonly made: number; readonly files: readonly VaultFile[] }>();
      return {
        filesOf: (state, folder) => {
          const known = kept.get(folder.id);
          if (known !== undefined && Date.now() - known.made < 1_000) return known.files;
          const files = filesOf(state, folder);
          kept.set(folder.id, { made: Date.now(), files });
          return files;
        },
      };
    },
  },
  {
    name: 'says-continue-and-more',
    description: 'It sends interim responses with a hint before every response.',
    concurrency: 12,
    behavior: responds((response) => ({ ...response, deliver: afterHints }), isWhole),
  },
]);

function isWhole({ status }: FilesResponse): boolean {
  return status !== 204 && status !== 206 && status !== 304;
}

function compressed(response: FilesResponse, { headers }: FilesRequest, coding: 'gzip' | 'deflate'): FilesResponse {
  if (!new RegExp(`\\b${coding}\\b(?!;\\s*q=0(\\.0*)?\\b)`).test(headers['accept-encoding'] ?? '')) return response;
  const body = coding === 'gzip' ? gzipSync(response.body) : deflateSync(response.body);
  return { ...withHeaders({ 'content-encoding': coding, vary: 'Accept-Encoding' })(response), body };
}

function inChunks(out: ServerResponse, response: FilesResponse): void {
  const bytes = Buffer.from(response.body);
  head(out, response, false);
  for (const byte of bytes.subarray(0, 8)) out.write(Buffer.from([byte]));
  out.end(bytes.subarray(8));
}

function afterHints(out: ServerResponse, response: FilesResponse): void {
  out.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
  head(out, response).end(response.body);
}
