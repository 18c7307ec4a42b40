/** What a repair is, and what it may use. */
import type { JsonObject } from '../json/exact-json.ts';
import type { Files, Node } from '../refs/nodes.ts';
import type { SourceFile } from '../source/source-file.ts';

export interface RepairContext {
  /** All files of the document, before all repairs. */
  readonly files: Files;
  /** The file that contains the part. */
  readonly file: SourceFile;
  readonly openapi: '3.0' | '3.1';
  /** The template of the path around the part; undefined outside of `paths`. */
  readonly path?: string | undefined;
  /** The path item around the part. */
  readonly pathItem?: Node;
  /** Those of the operations before. */
  readonly operationIds: Set<string>;
  readonly schemes: {
    /** The names of the security schemes that the document declares and that can be used. */
    readonly declared: ReadonlySet<string>;
    /** Those that only requirements name, and whose names say what they are. */
    readonly inferred: Set<string>;
  };
  /** Notes that a part stands under another pointer than in the file. */
  move(to: string, from: string): void;
  /** `what` is wrong, as a noun; `effect` is what the kit does instead, and what to change. */
  report(pointer: string, what: string, effect: string): void;
}

/** Returns the same object if there is nothing to repair. */
export type RepairRule = (part: JsonObject, pointer: string, context: RepairContext) => JsonObject;
