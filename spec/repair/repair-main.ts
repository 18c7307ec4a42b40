/**
 * Repairs that come before the version of a document is known, or that change where its parts are: the version itself,
 * sections of Swagger 2.0, and references to them.
 */
import { changeAt } from '../json/change-at.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';
import type { Repair } from '../model/contract.ts';
import { findRefs } from '../refs/broken-refs.ts';
import { findTarget, getRef, type Node, toPlace } from '../refs/nodes.ts';
import { createOrigins, type Origins } from '../source/origins.ts';
import { type SourceFile, withValue } from '../source/source-file.ts';
import { convertRef } from '../swagger2/convert-schema.ts';
import { convertSecurityScheme } from '../swagger2/convert-security.ts';

export interface RepairedMain {
  readonly file: SourceFile;
  readonly repairs: readonly Repair[];
}

/** Returns the same file if there is nothing to repair. */
export function repairMain(file: SourceFile): RepairedMain {
  const steps = [withVersion, withComponents, withKnownRefs];
  return steps.reduce<RepairedMain>(
    (before, step) => {
      const after = step(before.file);
      return { file: after.file, repairs: before.repairs.concat(after.repairs) };
    },
    { file, repairs: [] },
  );
}

const VALID_VERSION = /^3\.\d+\.\d+$/;

/** `3.0`, also as a number, `v3.1.0`, `3.0.x` */
function withVersion(file: SourceFile): RepairedMain {
  const { value } = file;
  const openapi = isJsonObject(value) ? value['openapi'] : undefined;
  const read = /^\s*v?3(?:\.([012])(?:\.[\w.-]+)?)?\s*$/i.exec(String(openapi ?? ''));
  if (!isJsonObject(value) || read === null || VALID_VERSION.test(String(openapi))) return { file, repairs: [] };
  const version = `3.${read[1] ?? '0'}.0`;
  const what = `the version ${typeof openapi === 'string' ? `"${openapi}"` : String(openapi)} of OpenAPI`;
  return {
    file: withValue(file, { ...value, openapi: version }),
    repairs: [repairAt(file, '/openapi', what, `it is read as "${version}"; write that in quotes`)],
  };
}

const sections = [
  ['definitions', 'schemas'],
  ['parameters', 'parameters'],
  ['responses', 'responses'],
  ['securityDefinitions', 'securitySchemes'],
] as const;

/** What Swagger 2.0 has beside `paths`, and OpenAPI 3 in `components`. */
function withComponents(file: SourceFile): RepairedMain {
  const { value } = file;
  if (!isJsonObject(value) || value['openapi'] === undefined) return { file, repairs: [] };
  const outdated = sections.filter(([from]) => isJsonObject(value[from]));
  if (outdated.length === 0) return { file, repairs: [] };
  const origins = createOrigins();
  const moved = outdated.reduce<JsonObject>((document, [from, to]) => moveSection(document, from, to, origins), value);
  return {
    file: withValue(file, moved, origins.find),
    repairs: outdated.map(([from, to]) =>
      repairAt(
        file,
        joinPointer('', from),
        `"${from}" beside "openapi"`,
        `it is read as components/${to}; move it there`,
      ),
    ),
  };
}

/** Without members that the components have already. */
function moveSection(document: JsonObject, from: string, to: string, origins: Origins): JsonObject {
  const { [from]: given, ...rest } = document;
  const { components = {} } = rest;
  const others = isJsonObject(components) ? components : {};
  const existing = others[to];
  const kept = existing !== undefined && isJsonObject(existing) ? existing : {};
  const members = isJsonObject(given) ? Object.entries(given).filter(([name]) => !(name in kept)) : [];
  for (const [name] of members)
    origins.add({ to: `/components/${to}${joinPointer('', name)}`, from: joinPointer(joinPointer('', from), name) });
  const converted = members.map(([name, part]): readonly [string, Json] => [
    name,
    to === 'securitySchemes' ? convertSecurityScheme(part) : part,
  ]);
  return { ...rest, components: { ...others, [to]: { ...kept, ...Object.fromEntries(converted) } } };
}

/** References without a target that have one in `components`. */
function withKnownRefs(file: SourceFile): RepairedMain {
  const { value } = file;
  if (!isJsonObject(value) || value['openapi'] === undefined) return { file, repairs: [] };
  const files = new Map([[file.url, file]]);
  const found = findRefs(file).flatMap((node) => {
    const ref = getRef(node) ?? '';
    const isKnown = ref.startsWith('#/') && findTarget(files, node) !== undefined;
    const meant = isKnown ? undefined : candidatesFor(ref).find((one) => hasTarget(one, node, files));
    return meant === undefined ? [] : [{ pointer: joinPointer(node.pointer, '$ref'), ref, meant }];
  });
  if (found.length === 0) return { file, repairs: [] };
  const changed = found.reduce<Json>(
    (document, { pointer, meant }) => changeAt(document, splitPointer(pointer), () => meant),
    value,
  );
  return {
    file: withValue(file, changed),
    repairs: found.map(({ pointer, ref, meant }) =>
      repairAt(file, pointer, `the $ref "${ref}"`, `it is read as "${meant}"; write that`),
    ),
  };
}

/** `#/definitions/A`, `#components/schemas/A`, `/components/schemas/A`, `components/schemas/A`, `#/schemas/A`, `A` */
function candidatesFor(ref: string): readonly string[] {
  const converted = convertRef(ref);
  if (converted !== ref) return [converted];
  const path = ref.replace(/^#?\/?/, '');
  if (path.startsWith('components/')) return [`#/${path}`];
  if (/^#?\/?schemas\/[\w.-]+$/.test(ref)) return [`#/components/${path}`];
  return /^\w+$/.test(ref) ? [`#/components/schemas/${ref}`] : [];
}

function hasTarget(ref: string, node: Node, files: ReadonlyMap<string, SourceFile>): boolean {
  return findTarget(files, { ...node, value: { $ref: ref } }) !== undefined;
}

function repairAt(file: SourceFile, pointer: string, what: string, effect: string): Repair {
  return { place: toPlace({ file, pointer, value: undefined }), what, effect };
}
