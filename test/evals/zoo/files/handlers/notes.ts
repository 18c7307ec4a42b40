import { type FilesContext, folderOf, requireMediaType } from '../context.ts';
import { badParameter, FilesProblem, type FilesResponse, notFound } from '../http.ts';

const LONGEST_NOTE = 2_000;
const noteName = /^[^.\u0000-\u001f\u007f][^\u0000-\u001f\u007f]{0,59}$/u;

export function readNote(context: FilesContext): FilesResponse {
  const { behavior, state } = context;
  const text = state.notes.get(keyOf(context));
  if (text === undefined) throw notFound('note');
  const headers = { 'content-type': 'text/plain; charset=utf-8', etag: behavior.tagOf(text) };
  return { status: 200, headers, body: behavior.serveNote(text) };
}

export function writeNote(context: FilesContext): FilesResponse {
  const { behavior, state, request, enforces } = context;
  const key = keyOf(context);
  requireMediaType(context, ['text/plain']);
  const text = behavior.decodeText(request.body);
  const length = [...text].length;
  if (length === 0 && enforces('note/min')) throw new FilesProblem(422, 'The note is empty.');
  if (length > LONGEST_NOTE && enforces('note/max'))
    throw new FilesProblem(422, `A note has at most ${LONGEST_NOTE} characters.`);
  state.notes.set(key, behavior.keepNote(text));
  return { status: 204, headers: { etag: behavior.tagOf(text) }, body: '' };
}

function keyOf(context: FilesContext): string {
  const { behavior, enforces, pathValues } = context;
  const [, name = ''] = pathValues;
  if (!noteName.test(name) && enforces('note/name')) throw badParameter('name');
  return behavior.noteKey(folderOf(context).id, name);
}
