import { templateNames } from '../compiling/operation-nodes.ts';
import { isJsonArray, isJsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { childNode, findTarget, getRef, items, type Node } from '../refs/nodes.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';

export const repairOperation: RepairRule = (operation, pointer, context) =>
  [withUniqueId, withResponses, withPathParameters].reduce((part, rule) => rule(part, pointer, context), operation);

const withUniqueId: RepairRule = (operation, pointer, { operationIds, report }) => {
  const { operationId, ...rest } = operation;
  if (typeof operationId !== 'string') return operation;
  if (!operationIds.has(operationId)) {
    operationIds.add(operationId);
    return operation;
  }
  const effect = 'this one is named by its method and path; give it another operationId';
  report(joinPointer(pointer, 'operationId'), `the operationId "${operationId}" of several operations`, effect);
  return rest;
};

/** OpenAPI 3.1 does not require them. */
const withResponses: RepairRule = (operation, pointer, { openapi, report }) => {
  if (openapi === '3.1' || isJsonObject(operation['responses'])) return operation;
  report(pointer, 'an operation without "responses"', 'every response is allowed; declare them');
  return { ...operation, responses: { default: { description: '' } } };
};

/** Path parameters of templates that neither the operation nor its path declares. */
const withPathParameters: RepairRule = (operation, pointer, context) => {
  const { path, pathItem, file } = context;
  if (path === undefined) return operation;
  const { parameters } = operation;
  const lists = [pathItem, { file, pointer, value: operation }].flatMap((node) => node ?? []);
  const declared = lists
    .flatMap((node) => items(childNode(node, 'parameters')))
    .map((one) => declaredName(one, context));
  // One that cannot be read may be any of them.
  const missing = declared.includes(undefined)
    ? []
    : [...templateNames(path)].filter((name) => !declared.includes(`path ${name}`));
  for (const name of missing)
    context.report(pointer, `the path parameter "${name}" without a declaration`, 'it is any text; declare it');
  if (missing.length === 0) return operation;
  const added = missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return { ...operation, parameters: [...(isJsonArray(parameters) ? parameters : []), ...added] };
};

/** `path id`; empty for what is no parameter, and undefined for a reference that leads nowhere. */
function declaredName(parameter: Node, { files }: RepairContext): string | undefined {
  const target = findTarget(files, parameter)?.value;
  if (!isJsonObject(target)) return getRef(parameter) === undefined ? '' : undefined;
  return `${target['in']} ${target['name']}`;
}

export const repairParameter: RepairRule = (parameter, pointer, { report }) => {
  const { name, schema, content } = parameter;
  const isPathParameter = parameter['in'] === 'path';
  const isUntyped = schema === undefined && content === undefined;
  const isOptional = isPathParameter && parameter['required'] !== true;
  if (isUntyped) report(pointer, `the parameter "${name}" without "schema"`, 'it may be any value; give it a schema');
  if (isOptional)
    report(pointer, `the path parameter "${name}" that is not required`, 'it is required; set required: true');
  if (!isUntyped && !isOptional) return parameter;
  return { ...parameter, ...(isUntyped && { schema: {} }), ...(isOptional && { required: true }) };
};

/** OpenAPI 3.1 does not require it. */
export const repairHeader: RepairRule = (header, pointer, { openapi, report }) => {
  if (openapi === '3.1' || header['schema'] !== undefined || header['content'] !== undefined) return header;
  report(pointer, 'a header without "schema"', 'it may be any value; give it a schema');
  return { ...header, schema: {} };
};

export const repairResponses: RepairRule = (responses, pointer, { openapi, report }) => {
  const isEmpty = Object.keys(responses).every((status) => status.startsWith('x-'));
  if (openapi === '3.1' || !isEmpty) return responses;
  report(pointer, 'empty "responses"', 'every response is allowed; declare them');
  return { ...responses, default: { description: '' } };
};

export const repairResponse: RepairRule = (response, pointer, { report }) => {
  if (typeof response['description'] === 'string') return response;
  report(pointer, 'a response without "description"', 'it has none; add one');
  return { ...response, description: '' };
};

/** Scopes are a list, also where the scheme has none. */
export const repairRequirement: RepairRule = (requirement, pointer, { report }) => {
  const wrong = Object.keys(requirement).filter((name) => !isJsonArray(requirement[name]));
  for (const name of wrong)
    report(joinPointer(pointer, name), `the scopes of "${name}" that are no list`, 'they are ignored; write []');
  return wrong.length === 0 ? requirement : { ...requirement, ...Object.fromEntries(wrong.map((name) => [name, []])) };
};
