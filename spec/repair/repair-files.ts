/**
 * Repairs a document that OpenAPI does not allow, but whose meaning is clear: users of such a document get a mock server
 * at once. Each repair is reported with its place and what to change.
 */
import { changeAt } from '../json/change-at.ts';
import { isJsonObject, type Json } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import type { Repair } from '../model/contract.ts';
import { partKey } from '../refs/broken-refs.ts';
import { type Files, type Node, toPlace } from '../refs/nodes.ts';
import { createOrigins } from '../source/origins.ts';
import { type SourceFile, withValue } from '../source/source-file.ts';
import { sortRepairs } from './list-repairs.ts';
import { type PartContext, type RepairTask, repairPart } from './repair-part.ts';
import { declaredSchemes, withInferredSchemes } from './security-rules.ts';

export interface RepairedFiles {
  /** By URL; the same file if nothing was changed in it. */
  readonly files: Files;
  readonly repairs: readonly Repair[];
}

/** Follows the references of the main document, since only they say what a part of another file is. */
export function repairFiles(main: SourceFile, files: Files, openapi: '3.0' | '3.1'): RepairedFiles {
  if (!isJsonObject(main.value)) return { files, repairs: [] };
  const root: Node = { file: main, pointer: '', value: main.value };
  const tasks: RepairTask[] = [{ kind: 'document', node: root }];
  const schemes = { declared: declaredSchemes(root, files, openapi), inferred: new Set<string>() };
  const shared = { files, openapi, operationIds: new Set<string>(), schemes, seen: new Set<string>(), tasks };
  const states = new Map<SourceFile, FileState>();
  // Iterating over an array includes elements added during the loop.
  for (const { kind, node, path } of tasks) {
    if (shared.seen.has(partKey(node))) continue;
    const state = states.get(node.file) ?? startFile(node, shared);
    states.set(node.file, state);
    const context = { ...state.context, path };
    state.value = changeAt(state.value, splitPointer(node.pointer), (value) =>
      repairPart(kind, { ...node, value }, context),
    );
  }
  const mainState = states.get(main);
  if (mainState !== undefined) mainState.value = withInferredSchemes(mainState.value, schemes.inferred);
  return {
    files: new Map([...files].map(([url, file]) => [url, states.get(file)?.finish() ?? file])),
    repairs: sortRepairs(
      [...states.values()].flatMap(({ repairs }) => repairs),
      main,
    ),
  };
}

interface FileState {
  /** Changes with each repair. */
  value: Json;
  readonly context: PartContext;
  readonly repairs: readonly Repair[];
  finish(): SourceFile;
}

function startFile(
  { file }: Node,
  shared: Pick<PartContext, 'files' | 'openapi' | 'operationIds' | 'schemes' | 'seen' | 'tasks'>,
): FileState {
  const origins = createOrigins();
  const repairs: Repair[] = [];
  const context: PartContext = {
    ...shared,
    file,
    // What moves a second time was moved before.
    move: (to, from) => origins.add({ to, from: origins.find(from) }),
    report: (pointer, what, effect) => {
      repairs.push({ place: toPlace({ file, pointer: origins.find(pointer), value: undefined }), what, effect });
    },
  };
  const state: FileState = {
    ...{ value: file.value, context, repairs },
    finish: () => (repairs.length === 0 ? file : withValue(file, state.value, origins.find)),
  };
  return state;
}
