/** Parameters in `body` and `formData`, which Swagger 2.0 has in place of a request body. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { childNode, findTarget, items, type Node } from '../refs/nodes.ts';
import { isPayloadParameter, schemaOfPart } from '../swagger2/convert-parameter.ts';
import { convertPayload, type PlacedParameter } from '../swagger2/convert-payload.ts';
import { textsIn } from '../swagger2/shared-parts.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';

/** Those of the operation come before those of its path. */
export const withRequestBody: RepairRule = (operation, pointer, context) => {
  const own = findPayloads({ file: context.file, pointer, value: operation }, context);
  const shared = context.pathItem === undefined ? [] : findPayloads(context.pathItem, context);
  const payloads = own.length > 0 ? own : shared;
  if (payloads.length === 0) return operation;
  const hasBody = operation['requestBody'] !== undefined;
  for (const { value, from } of payloads)
    context.report(
      from,
      `the parameter "${value['name'] ?? ''}" in ${String(value['in'])}`,
      hasBody
        ? 'it is ignored, since the operation has a "requestBody"; remove it'
        : 'it is read as the request body; write a "requestBody"',
    );
  if (hasBody) return withoutPayloads(operation, pointer, context);
  const to = joinPointer(pointer, 'requestBody');
  const origins = {
    add: (spot: { to: string; from: string }) => context.move(spot.to, spot.from),
    find: (at: string) => at,
  };
  // Before the other parameters move.
  const body = convertPayload(payloads.map(withSchema), textsIn(operation['consumes']), { to, origins });
  const { consumes: _consumes, ...rest } = withoutPayloads(operation, pointer, context);
  return body === undefined ? rest : { ...rest, requestBody: body };
};

/** The later items of the list move forward. */
export const withoutPayloads: RepairRule = (part, pointer, context) => {
  const { parameters } = part;
  if (parameters === undefined || !isJsonArray(parameters)) return part;
  const at = joinPointer(pointer, 'parameters');
  const kept = items({ file: context.file, pointer: at, value: parameters }).filter((one) => !isPayload(one, context));
  if (kept.length === parameters.length) return part;
  for (const [index, one] of kept.entries()) context.move(joinPointer(at, index), one.pointer);
  return { ...part, parameters: kept.flatMap(({ value }) => value ?? []) };
};

/** Each operation that refers to one has its content. */
export const withoutPayloadComponents: RepairRule = (components, pointer, { report }) => {
  const { parameters } = components;
  if (parameters === undefined || !isJsonObject(parameters)) return components;
  const payloads = Object.keys(parameters).filter((name) => isPayloadParameter(parameters[name] ?? null));
  if (payloads.length === 0) return components;
  for (const name of payloads)
    report(
      joinPointer(joinPointer(pointer, 'parameters'), name),
      `the parameter "${name}", which is a body`,
      'it is read where an operation refers to it; move it to "requestBodies"',
    );
  const kept = Object.entries(parameters).filter(([name]) => !payloads.includes(name));
  return { ...components, parameters: Object.fromEntries(kept) };
};

function findPayloads(parent: Node, context: RepairContext): readonly PlacedParameter[] {
  return items(childNode(parent, 'parameters')).flatMap((one): readonly PlacedParameter[] => {
    const value = targetOf(one, context);
    return isJsonObject(value) && isPayloadParameter(value) ? [{ value, from: one.pointer }] : [];
  });
}

function isPayload(parameter: Node, context: RepairContext): boolean {
  const value = targetOf(parameter, context);
  return value !== undefined && isPayloadParameter(value);
}

function targetOf(parameter: Node, { files }: RepairContext): Json | undefined {
  return findTarget(files, parameter)?.value;
}

/** A body may have its type without a schema around it. */
function withSchema({ value, from }: PlacedParameter): PlacedParameter {
  const isBare = value['in'] === 'body' && value['schema'] === undefined && value['type'] !== undefined;
  const schema: JsonObject = isBare ? { schema: schemaOfPart(value) } : {};
  return { value: { ...value, ...schema }, from };
}
