/** Values that cannot stand under their key: those with a clear meaning are read as that, and others are ignored. */
import { isJsonArray, type Json, type JsonObject, stringifyJson } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { RepairedPart } from './document-shape.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';
import { readAs, shapeNames, shapesOf } from './value-shapes.ts';

export function repairValues(kind: RepairedPart): RepairRule {
  return (part, pointer, context) => {
    const shapes = shapesOf(kind, context.openapi);
    const changes = new Map<string, Json | undefined>();
    for (const [key, value] of Object.entries(part)) {
      const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
      if (shape === undefined || hasOwnRule(kind, key, value)) continue;
      const read = isEmptyList(kind, key, value, context) ? undefined : readAs(shape, value);
      if (read === value) continue;
      const effect = read === undefined ? 'it is ignored' : `it is read as ${stringifyJson(read)}`;
      const fix = isJsonArray(value) && value.length === 0 ? 'remove it' : `write ${shapeNames[shape]}`;
      context.report(joinPointer(pointer, key), `${shown(value)} as "${key}"`, `${effect}; ${fix}`);
      changes.set(key, read);
    }
    return changes.size === 0 ? part : withChanges(part, changes);
  };
}

/** Without the keys whose value is undefined. */
function withChanges(part: JsonObject, changes: ReadonlyMap<string, Json | undefined>): JsonObject {
  const entries = Object.entries(part).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    const changed = changes.has(key) ? changes.get(key) : value;
    return changed === undefined ? [] : [[key, changed]];
  });
  return Object.fromEntries(entries);
}

/** `required` in a property is read as a mistake for the object around it. */
function hasOwnRule(kind: RepairedPart, key: string, value: Json): boolean {
  return kind === 'schema' && key === 'required' && typeof value === 'boolean';
}

/** OpenAPI 3.0 does not allow it, although its meaning is clear. */
function isEmptyList(kind: RepairedPart, key: string, value: Json, { openapi }: RepairContext): boolean {
  return kind === 'schema' && key === 'required' && openapi === '3.0' && isJsonArray(value) && value.length === 0;
}

function shown(value: Json): string {
  if (value === null) return 'no value';
  const text = stringifyJson(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const MAX_SHOWN = 40;
