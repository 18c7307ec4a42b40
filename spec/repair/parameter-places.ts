/** Parameters whose name or place is missing or misspelled; those that remain without one are ignored. */
import { templateNames } from '../compiling/operation-nodes.ts';
import { isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { findTarget } from '../refs/nodes.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';

/** Of an operation or a path item, whose template says which names are in the path. */
export const withPlacedParameters: RepairRule = (part, pointer, context) => {
  const { parameters } = part;
  if (parameters === undefined || !isJsonArray(parameters)) return part;
  const at = joinPointer(pointer, 'parameters');
  const kept: Json[] = [];
  for (const [index, parameter] of parameters.entries()) {
    const from = joinPointer(at, index);
    const placed = isJsonObject(parameter) ? placeParameter(parameter, from, context) : parameter;
    if (placed === undefined || (placed === parameter && refersToUnplaced(parameter, from, context))) continue;
    context.move(joinPointer(at, kept.length), from);
    kept.push(placed);
  }
  const isSame = kept.length === parameters.length && kept.every((one, index) => one === parameters[index]);
  return isSame ? part : { ...part, parameters: kept };
};

/** What an operation refers to, and cannot be placed either. */
function refersToUnplaced(parameter: Json, pointer: string, context: RepairContext): boolean {
  if (!isJsonObject(parameter) || parameter['$ref'] === undefined) return false;
  const target = findTarget(context.files, { file: context.file, pointer, value: parameter })?.value;
  if (!isJsonObject(target) || placeParameter(target, pointer, { ...context, ...silent }) !== undefined) return false;
  context.report(pointer, 'a $ref to what is no parameter', 'it is ignored; refer to one with "name" and "in"');
  return true;
}

const silent = { path: '', report: () => {} };

/** Of the components, without those that have no name or place. */
export const withPlacedComponents: RepairRule = (components, pointer, context) => {
  const { parameters } = components;
  if (parameters === undefined || !isJsonObject(parameters)) return components;
  const at = joinPointer(pointer, 'parameters');
  const placed = Object.entries(parameters).flatMap(([name, parameter]) => {
    const read = isJsonObject(parameter) ? placeParameter(parameter, joinPointer(at, name), context) : parameter;
    return read === undefined ? [] : [[name, read] as const];
  });
  const isSame =
    placed.length === Object.keys(parameters).length && placed.every(([name, one]) => one === parameters[name]);
  return isSame ? components : { ...components, parameters: Object.fromEntries(placed) };
};

const places: readonly Json[] = ['path', 'query', 'header', 'cookie'];

function placeParameter(parameter: JsonObject, pointer: string, context: RepairContext): JsonObject | undefined {
  const { $ref, name, in: place = null } = parameter;
  if ($ref !== undefined || place === 'body' || place === 'formData') return parameter;
  if ((typeof name !== 'string' && !isNumeric(name)) || name === '') {
    context.report(pointer, 'a parameter without "name"', 'it is ignored; name it, or remove it');
    return undefined;
  }
  if (places.includes(place)) return parameter;
  const what = place === null ? `the parameter "${name}" without "in"` : `the parameter "${name}" in "${place}"`;
  const meant = placeOf(String(name), place, context);
  if (meant === undefined) {
    context.report(pointer, what, 'it is ignored; write in: path, query, header or cookie');
    return undefined;
  }
  context.report(
    place === null ? pointer : joinPointer(pointer, 'in'),
    what,
    `it is one in the ${meant}; write in: ${meant}`,
  );
  return { ...parameter, in: meant };
}

/** The place in another spelling, or the path if its template has the name. */
function placeOf(name: string, place: Json, { path = '' }: RepairContext): string | undefined {
  const word = String(place).trim().toLowerCase();
  const spelled = places.find((one) => one === word || `${one}s` === word);
  if (spelled !== undefined) return String(spelled);
  return templateNames(path).has(name) ? 'path' : undefined;
}

const styles: ReadonlyMap<Json | undefined, readonly Json[]> = new Map([
  ['path', ['matrix', 'label', 'simple']],
  ['query', ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']],
  ['header', ['simple']],
  ['cookie', ['form']],
]);

/** A style of another place, and `schema` beside `content`. */
export const withUsableForm: RepairRule = (parameter, pointer, { report }) => {
  const { style, content, ...rest } = parameter;
  const allowed = styles.get(parameter['in']);
  const isOther = style !== undefined && allowed?.includes(style) === false;
  const isTwice = content !== undefined && parameter['schema'] !== undefined;
  if (isOther)
    report(
      joinPointer(pointer, 'style'),
      `the style "${style}" in the ${parameter['in']}`,
      `it is ignored; write one that this place has`,
    );
  if (isTwice)
    report(joinPointer(pointer, 'content'), '"content" beside "schema"', 'it is ignored; remove one of them');
  if (!isOther && !isTwice) return parameter;
  return {
    ...rest,
    ...(style !== undefined && !isOther && { style }),
    ...(content !== undefined && !isTwice && { content }),
  };
};
