/** Values that cannot stand under their key: those with a clear meaning are read as that, and others are ignored. */
import { isJsonArray, type Json, type JsonObject, stringifyJson } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { RepairedPart } from './document-shape.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';
import { readAs, shapeNames, shapesOf } from './value-shapes.ts';

export function repairValues(kind: RepairedPart): RepairRule {
  return (part, pointer, context) =>
    Object.entries(shapesOf(kind, context.openapi)).reduce<JsonObject>((repaired, [key, shape]) => {
      const { [key]: value, ...rest } = repaired;
      if (value === undefined || hasOwnRule(kind, key, value)) return repaired;
      const read = isEmptyList(kind, key, value, context) ? undefined : readAs(shape, value);
      if (read === value) return repaired;
      const effect = read === undefined ? 'it is ignored' : `it is read as ${stringifyJson(read)}`;
      const fix = isJsonArray(value) && value.length === 0 ? 'remove it' : `write ${shapeNames[shape]}`;
      context.report(joinPointer(pointer, key), `${shown(value)} as "${key}"`, `${effect}; ${fix}`);
      return read === undefined ? rest : Object.assign(rest, { [key]: read });
    }, part);
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
