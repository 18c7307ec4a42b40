/** Where the time of a server goes: each sample of a CPU profile belongs to the part that its innermost known frame names. */

/** As the inspector gives it. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Ids of nodes, one for each sample. */
  readonly samples?: readonly number[] | undefined;
  /** Microseconds since the sample before. */
  readonly timeDeltas?: readonly number[] | undefined;
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[] | undefined;
}

/** The first pattern that the `url functionName` of a frame matches decides; a frame without a part belongs to its caller. */
const parts: readonly (readonly [part: string, frame: RegExp])[] = [
  ['idle', /^ \(idle\)$/],
  ['garbage collection', /^ \(garbage collector\)$/],
  ['log', /journal\/log\.ts|\/sanitize\.ts|shared-output\.ts|\/output\.ts|console-lines/],
  ['journal and masks', /mock\/journal\/|\/secrets\/|storage\/memory\/.*journal/],
  ['CORS and other headers', /mock\/http\/cors\.ts|security-headers\.ts/],
  ['checks of the head', /request-head\.ts|allowed-hosts\.ts|request-target\.ts|access-control\.ts|pipelining\.ts/],
  ['routing', /mock\/routing\//],
  ['authentication', /mock\/authentication\/|mock\/login\//],
  ['reading the body', /mock\/http\/incoming-request\.ts|^node:_http_incoming|^node:internal\/streams\/readable/],
  ['JSON', /spec\/json\//],
  ['validation', /spec\/validation\/|mock\/validate\//],
  ['records', /mock\/records\/|mock\/storage\//],
  [
    'writing the response',
    /send-response\.ts|^node:_http_outgoing|^node:_http_server (?:writeHead|resOnFinish|assignSocket)/,
  ],
  ['response', /mock\/respond\/|mock\/format\//],
  ['other work of the mock', /\/mock\/|\/spec\/|\/cli\//],
  ['parsing the head', /^node:_http_(?:server|common)/],
];

const OTHERS = 'sockets and the rest of Node';

export const IDLE = 'idle';

/** Microseconds of each part, the largest first. */
export function profileParts({ nodes, samples = [], timeDeltas = [] }: CpuProfile): ReadonlyMap<string, number> {
  const partOfNode = assignParts(nodes);
  const totals = new Map<string, number>();
  samples.forEach((id, at) => {
    const part = partOfNode.get(id) ?? OTHERS;
    // The time between two samples passed in the earlier one.
    totals.set(part, (totals.get(part) ?? 0) + Math.max(0, timeDeltas[at + 1] ?? 0));
  });
  return new Map([...totals].toSorted(([, first], [, second]) => second - first));
}

/** Callers precede their callees in a profile. */
function assignParts(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const partOfNode = new Map<number, string>();
  for (const { id, callFrame, children = [] } of nodes) {
    const frame = `${callFrame.url} ${callFrame.functionName}`;
    const part = parts.find(([, pattern]) => pattern.test(frame))?.[0] ?? partOfNode.get(id) ?? OTHERS;
    for (const one of [id, ...children]) partOfNode.set(one, part);
  }
  return partOfNode;
}
