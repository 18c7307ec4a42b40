import type { OperationNode } from '../compiling/operation-nodes.ts';
import type { LinkReader } from '../compiling/read-links.ts';
import type { Files, Node } from '../refs/nodes.ts';
import type { Kind, Part } from './part.ts';

/** One thing that a document may say and that has no effect here. */
export interface Rule {
  readonly of: Kind;
  /** `no call is made and none is awaited` */
  readonly effect: string;
  /** Where it stands in a part of the kind, with what it is in a few words; none where it does not stand there. */
  find(part: Part, world: World): Iterable<Sighting>;
}

export type Sighting = readonly [at: Node, what: string];

/** What a rule may ask about beyond its part. */
export interface World {
  readonly files: Files;
  readonly openapi: '3.0' | '3.1';
  readonly operations: readonly OperationNode[];
  readonly links: LinkReader;
}
