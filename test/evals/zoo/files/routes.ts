/** From a method and a path to an operation. */
import type { Scheme, Security } from './authentication.ts';
import type { FilesContext } from './context.ts';
import { readContent, writeContent } from './handlers/content.ts';
import { deleteFile, listFiles, readFile } from './handlers/files.ts';
import { createFolder, deleteFolder, readFolder, readShelves } from './handlers/folders.ts';
import { readJob, startJob } from './handlers/jobs.ts';
import { createLink, openLink } from './handlers/links.ts';
import { readNote, writeNote } from './handlers/notes.ts';
import { uploadFile } from './handlers/uploads.ts';
import { FilesProblem, type FilesResponse, notFound } from './http.ts';

export interface FilesRoute {
  readonly operation: string;
  readonly method: string;
  readonly path: RegExp;
  readonly security: Security;
  readonly handle: (context: FilesContext) => FilesResponse;
}

const key: readonly Scheme[] = ['vaultKey'];
const cookie: readonly Scheme[] = ['vaultCookie'];
const either: Security = [key, cookie];
const both: Security = [['vaultKey', 'vaultCookie']];

const folder = /^\/folders\/([^/]+)$/;
const files = /^\/folders\/([^/]+)\/files$/;
const file = /^\/folders\/([^/]+)\/files\/([^/]+)$/;
const content = /^\/folders\/([^/]+)\/files\/([^/]+)\/content$/;
const fileLinks = /^\/folders\/([^/]+)\/files\/([^/]+)\/links$/;
const shelves = /^\/folders\/([^/]+)\/shelves\/([^/]+)$/;
const note = /^\/folders\/([^/]+)\/notes\/([^/]+)$/;
const jobs = /^\/folders\/([^/]+)\/jobs$/;
const job = /^\/jobs\/([^/]+)$/;
const link = /^\/links\/([^/]+)$/;

export const routes: readonly FilesRoute[] = [
  { operation: 'createFolder', method: 'POST', path: /^\/folders$/, security: either, handle: createFolder },
  { operation: 'readFolder', method: 'GET', path: folder, security: either, handle: readFolder },
  { operation: 'deleteFolder', method: 'DELETE', path: folder, security: [key], handle: deleteFolder },
  { operation: 'listFiles', method: 'GET', path: files, security: either, handle: listFiles },
  { operation: 'uploadFile', method: 'POST', path: files, security: either, handle: uploadFile },
  { operation: 'readFile', method: 'GET', path: file, security: either, handle: readFile },
  { operation: 'deleteFile', method: 'DELETE', path: file, security: [key], handle: deleteFile },
  { operation: 'readContent', method: 'GET', path: content, security: either, handle: readContent },
  { operation: 'writeContent', method: 'PUT', path: content, security: [key], handle: writeContent },
  { operation: 'createLink', method: 'POST', path: fileLinks, security: both, handle: createLink },
  { operation: 'readShelves', method: 'GET', path: shelves, security: either, handle: readShelves },
  { operation: 'readNote', method: 'GET', path: note, security: [cookie], handle: readNote },
  { operation: 'writeNote', method: 'PUT', path: note, security: [cookie], handle: writeNote },
  { operation: 'startJob', method: 'POST', path: jobs, security: either, handle: startJob },
  { operation: 'readJob', method: 'GET', path: job, security: either, handle: readJob },
  { operation: 'openLink', method: 'GET', path: link, security: [], handle: openLink },
];

/** HEAD is handled as GET is. */
export function findRoute(method: string, path: string): FilesRoute {
  const matching = routes.filter((route) => route.path.test(path));
  if (matching.length === 0) throw notFound('address');
  const found = matching.find((route) => route.method === (method === 'HEAD' ? 'GET' : method));
  if (found !== undefined) return found;
  const allow = matching.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])).join(', ');
  throw new FilesProblem(405, `There is only ${allow}.`, { headers: { allow } });
}
