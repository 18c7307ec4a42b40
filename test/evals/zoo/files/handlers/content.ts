import { type FilesContext, fileOf, requireMediaType } from '../context.ts';
import { FilesProblem, type FilesResponse } from '../http.ts';
import { fileTypes } from '../parameters.ts';
import { contentTag, showFile } from './files.ts';

const LARGEST_FILE = 1024 * 1024;

export function requireSize({ length }: Buffer): void {
  if (length > LARGEST_FILE) throw new FilesProblem(413, 'A file has at most 1 MiB.');
}

export function readContent(context: FilesContext): FilesResponse {
  const { behavior, request } = context;
  const file = fileOf(context);
  const etag = contentTag(behavior, file);
  if (!behavior.isNoneMatch(request.headers['if-none-match'], etag))
    return { status: 304, headers: { etag }, body: '' };
  const content = behavior.serveContent(file);
  const headers = { 'content-type': file.type, etag, 'accept-ranges': 'bytes' };
  const range = behavior.rangeOf(request.headers['range'], content.length);
  if (range === undefined) return { status: 200, headers, body: content };
  if (range === 'unsatisfiable') throw outOfRange(content.length);
  const partial = { ...headers, 'content-range': behavior.contentRange(range, content.length) };
  return { status: 206, headers: partial, body: behavior.slice(content, range) };
}

function outOfRange(size: number): FilesProblem {
  return new FilesProblem(416, 'No byte is within the range.', { headers: { 'content-range': `bytes */${size}` } });
}

/** Without a body there is no media type to check. */
export function writeContent(context: FilesContext): FilesResponse {
  const { behavior, state, request, operation } = context;
  const file = fileOf(context);
  const hasBody = request.body.length > 0 || request.headers['content-type'] !== undefined;
  const type = hasBody ? requireMediaType(context, fileTypes) : file.type;
  requireSize(request.body);
  if (!behavior.isMatch(request.headers['if-match'], contentTag(behavior, file)))
    throw new FilesProblem(412, 'The file has another ETag.');
  const content = behavior.keepContent(request.body, operation);
  const written = { ...file, type, content, version: file.version + 1 };
  behavior.saveFile(state, written);
  return showFile(context, written);
}
