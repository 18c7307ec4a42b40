/**
 * Repairs a document that OpenAPI does not allow, but whose meaning is clear, and sets aside what is not: users of such
 * a document get a mock server at once. Each repair is reported with its place and what to change.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { Repair } from '../model/contract.ts';
import { toPlace } from '../refs/nodes.ts';
import { createOrigins } from '../source/origins.ts';
import type { SourceFile } from '../source/source-file.ts';
import { childrenOf, type RepairedPart } from './document-shape.ts';
import type { RepairContext } from './repair-rule.ts';
import { rulesFor } from './rules.ts';

interface RepairedDocument {
  /** The same file if nothing had to be repaired. */
  readonly file: SourceFile;
  readonly repairs: readonly Repair[];
}

export function repairDocument(main: SourceFile, openapi: '3.0' | '3.1'): RepairedDocument {
  if (!isJsonObject(main.value)) return { file: main, repairs: [] };
  const origins = createOrigins();
  const repairs: Repair[] = [];
  const context: RepairContext = {
    document: main.value,
    openapi,
    operationIds: new Set(),
    move: (to, from) => origins.add({ to, from }),
    report: (pointer, what, effect) => {
      const place = toPlace({ file: main, pointer: origins.find(pointer), value: undefined });
      repairs.push({ place, what, effect });
    },
  };
  const value = repairPart('document', main.value, '', context);
  if (repairs.length === 0) return { file: main, repairs };
  const { url, name, text, lines } = main;
  return {
    file: { url, name, text, lines, value, lineAt: (pointer) => main.lineAt(origins.find(pointer)) },
    repairs: repairs.toSorted((a, b) => a.place.line - b.place.line),
  };
}

function repairPart(kind: RepairedPart, value: Json, pointer: string, context: RepairContext): Json {
  // What is referred to is repaired where it stands.
  if (!isJsonObject(value) || (kind !== 'path item' && typeof value['$ref'] === 'string')) return value;
  const repaired = rulesFor(kind).reduce<JsonObject>((part, rule) => rule(part, pointer, context), value);
  const children = childrenOf[kind];
  return mapMembers(repaired, (member, key) => {
    const child = children[key] ?? (key.startsWith('x-') ? undefined : children['*']);
    const at = joinPointer(pointer, key);
    if (child === undefined) return member;
    if (child.in === 'key') return repairPart(child.kind, member, at, context);
    if (child.in === 'list' && isJsonArray(member))
      return member.map((item, index) => repairPart(child.kind, item, joinPointer(at, index), context));
    return child.in === 'map' && isJsonObject(member)
      ? mapMembers(member, (item, name) => repairPart(child.kind, item, joinPointer(at, name), context))
      : member;
  });
}

/** The same object if no member changes. */
function mapMembers(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  const changed = Object.entries(object).map(([key, value]) => [key, change(value, key)] as const);
  return changed.some(([key, value]) => value !== object[key]) ? Object.fromEntries(changed) : object;
}
