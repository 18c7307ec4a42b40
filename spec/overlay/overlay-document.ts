/** An Overlay document (OpenAPI Initiative, versions 1.0 and 1.1), read and validated. */
import { combineErrors, KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { suggestionHint } from '../options/suggest-name.ts';
import { parseSource, readSource, resolveSourceUrl } from '../source/read-source.ts';
import { formatPosition } from '../source/source-column.ts';
import type { SourceFile } from '../source/source-file.ts';

export interface OverlayDocument {
  readonly file: SourceFile;
  readonly actions: readonly OverlayAction[];
}

export interface OverlayAction {
  /** A JSONPath. */
  readonly target: string;
  readonly change:
    | { readonly kind: 'remove' }
    | { readonly kind: 'update'; readonly value: Json }
    /** `from`: a JSONPath of one node. */
    | { readonly kind: 'copy'; readonly from: string };
  /** `fixes.yaml:7:5` */
  readonly position: string;
  /** Creates an error for a part of the action; for the action itself without one. */
  createError(detail: string, key?: string): KitError;
}

/** `source`: a path, a URL or `git:REF:path`. Throws `overlay-invalid`, and the errors of reading a document. */
export async function readOverlay(source: string): Promise<OverlayDocument> {
  const url = await resolveSourceUrl(source);
  const file = parseSource(url, await readSource(url));
  const { value } = file;
  const createError = errorFactory(file);
  if (!isJsonObject(value) || value['overlay'] === undefined)
    throw createError('', 'the file has no "overlay" with the version of the specification, such as 1.1.0');
  const version = String(value['overlay']);
  if (!/^1\.[01](?:\.|$)/.test(version)) throw createError('/overlay', `version ${version} is not supported`);
  const list = value['actions'] ?? null;
  if (!isJsonArray(list) || list.length === 0) throw createError('/actions', '"actions" has to be a list of actions');
  const error = combineErrors([
    ...unknownKeys(value, ['overlay', 'info', 'extends', 'actions'], { pointer: '', createError }),
    ...list.flatMap((action, index) => actionErrors(action, { pointer: joinPointer('/actions', index), createError })),
  ]);
  if (error !== undefined) throw error;
  return {
    file,
    actions: list.map((action, index) => toAction(isJsonObject(action) ? action : {}, index, file)),
  };
}

type CreateOverlayError = (pointer: string, detail: string) => KitError;

function errorFactory(file: SourceFile): CreateOverlayError {
  return (pointer, detail) => new KitError('overlay-invalid', detail, { where: formatPosition(file, pointer) });
}

interface ActionPlace {
  readonly pointer: string;
  readonly createError: CreateOverlayError;
}

const ACTION_KEYS = ['target', 'description', 'update', 'remove', 'copy'] as const;

function actionErrors(action: Json, place: ActionPlace): readonly KitError[] {
  const { pointer, createError } = place;
  if (!isJsonObject(action)) return [createError(pointer, 'an action is an object with "target"')];
  const { target, update, remove, copy } = action;
  const texts = [
    ...(typeof target === 'string' ? [] : [[pointer, '"target" has to be a JSONPath'] as const]),
    ...(remove === undefined || typeof remove === 'boolean'
      ? []
      : [[joinPointer(pointer, 'remove'), '"remove" has to be true or false'] as const]),
    ...(copy === undefined || typeof copy === 'string'
      ? []
      : [[joinPointer(pointer, 'copy'), '"copy" has to be a JSONPath'] as const]),
    ...(update === undefined && remove === undefined && copy === undefined
      ? [[pointer, 'an action has update, remove or copy'] as const]
      : []),
    ...(update !== undefined && copy !== undefined && remove !== true
      ? [[pointer, 'an action has either update or copy'] as const]
      : []),
  ];
  return [...unknownKeys(action, ACTION_KEYS, place), ...texts.map(([at, detail]) => createError(at, detail))];
}

/** Extensions have any name that begins with `x-`. */
function unknownKeys(
  value: JsonObject,
  known: readonly string[],
  { pointer, createError }: ActionPlace,
): readonly KitError[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key) && !key.startsWith('x-'))
    .map((key) =>
      createError(joinPointer(pointer, key), `unknown key ${JSON.stringify(key)}${suggestionHint(key, known)}`),
    );
}

function toAction(action: JsonObject, index: number, file: SourceFile): OverlayAction {
  const pointer = joinPointer('/actions', index);
  const createError = errorFactory(file);
  const { target, update, remove, copy } = action;
  return {
    target: String(target),
    change:
      remove === true
        ? { kind: 'remove' }
        : typeof copy === 'string'
          ? { kind: 'copy', from: copy }
          : { kind: 'update', value: update ?? null },
    position: formatPosition(file, pointer),
    createError: (detail, key) => createError(key === undefined ? pointer : joinPointer(pointer, key), detail),
  };
}
