/** Security schemes, and requirements that name schemes which the document does not have. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { childNode, entries, type Files, findTarget, type Node } from '../refs/nodes.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';
import { readScheme, schemeByName } from './security-schemes.ts';

/** The names that requirements may use. */
export function declaredSchemes(root: Node, files: Files, openapi: '3.0' | '3.1'): ReadonlySet<string> {
  const at = childNode(childNode(root, 'components'), 'securitySchemes');
  const schemes = findTarget(files, at) ?? at;
  const usable = entries(schemes).filter(
    ([name, { value = null }]) => isJsonObject(value) && readScheme(name, value, openapi) !== undefined,
  );
  return new Set(usable.map(([name]) => name));
}

export const repairSchemes: RepairRule = (components, pointer, { openapi, report }) => {
  const { securitySchemes } = components;
  if (securitySchemes === undefined || !isJsonObject(securitySchemes) || '$ref' in securitySchemes) return components;
  const read = Object.entries(securitySchemes).flatMap(([name, scheme]) => {
    const repaired = isJsonObject(scheme) ? readScheme(name, scheme, openapi) : undefined;
    if (repaired === scheme) return [[name, scheme] as const];
    const at = joinPointer(joinPointer(pointer, 'securitySchemes'), name);
    const what = `the security scheme "${name}"`;
    if (repaired === undefined) report(at, what, `it is ignored, since its kind is not clear; ${DECLARE}`);
    else report(at, what, `it is read as ${describe(repaired)}; write that`);
    return repaired === undefined ? [] : [[name, repaired] as const];
  });
  const isSame =
    read.length === Object.keys(securitySchemes).length && read.every(([name, one]) => one === securitySchemes[name]);
  return isSame ? components : { ...components, securitySchemes: Object.fromEntries(read) };
};

const DECLARE = 'declare it as OpenAPI does, such as type: http with scheme: bearer';

function describe({ type, scheme, in: place, name }: JsonObject): string {
  if (type === 'apiKey') return `type: apiKey with in: ${String(place)} and name: ${String(name)}`;
  return scheme === undefined ? `type: ${String(type)}` : `type: http with scheme: ${String(scheme)}`;
}

/** Of an operation or the document. An alternative without schemes would mean that all requests are allowed. */
export const withDeclaredSecurity: RepairRule = (part, pointer, context) => {
  const { security } = part;
  if (security === undefined || !isJsonArray(security)) return part;
  const at = joinPointer(pointer, 'security');
  const read = security.map((requirement, index) => ({
    from: joinPointer(at, index),
    given: requirement,
    requirement: withDeclared(requirement, joinPointer(at, index), context),
  }));
  if (read.every(({ given, requirement }) => given === requirement)) return part;
  const kept = read.filter(({ given, requirement }) => given === requirement || !isEmpty(requirement));
  for (const [index, { from }] of kept.entries()) context.move(joinPointer(at, index), from);
  return { ...part, security: kept.map(({ requirement }) => requirement) };
};

function isEmpty(requirement: Json): boolean {
  return isJsonObject(requirement) && Object.keys(requirement).length === 0;
}

function withDeclared(requirement: Json, pointer: string, context: RepairContext): Json {
  if (!isJsonObject(requirement)) return requirement;
  const undeclared = Object.keys(requirement).filter((name) => !context.schemes.declared.has(name));
  const unknown = undeclared.filter((name) => schemeByName(name) === undefined);
  for (const name of undeclared) {
    const isUnknown = unknown.includes(name);
    if (!isUnknown) context.schemes.inferred.add(name);
    context.report(
      joinPointer(pointer, name),
      `the security scheme "${name}" without a declaration`,
      `${isUnknown ? 'requests need no credentials for it' : `it is read as type: http with scheme: ${schemeByName(name)?.['scheme']}`}; declare it in components/securitySchemes`,
    );
  }
  if (unknown.length === 0) return requirement;
  return Object.fromEntries(Object.entries(requirement).filter(([name]) => !unknown.includes(name)));
}

/** The document with the schemes that only requirements name. */
export function withInferredSchemes(document: Json, inferred: ReadonlySet<string>): Json {
  if (inferred.size === 0 || !isJsonObject(document)) return document;
  const { components = {} } = document;
  const { securitySchemes = {}, ...others } = isJsonObject(components) ? components : {};
  const added = [...inferred].flatMap((name) => {
    const scheme = schemeByName(name);
    return scheme === undefined ? [] : [[name, scheme] as const];
  });
  const declared = isJsonObject(securitySchemes) ? securitySchemes : {};
  return { ...document, components: { ...others, securitySchemes: { ...declared, ...Object.fromEntries(added) } } };
}
