/** A case as it is sent: alone through the shared connections, or with its company on connections of its own. */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { headersOf, withCookie } from '../../http/headers.ts';
import { judgeStep } from '../judging/judge.ts';
import type { Case, RequestCase, SequenceCase } from '../model/case.ts';
import type { Draft, Fresh } from '../model/draft.ts';
import { type Exchange, hasTimedOut, type SentRequest } from '../model/exchange.ts';
import type { Scene, Step, Stepped } from '../model/sequence.ts';
import { stepsOf } from '../stateful/execute.ts';
import type { Line, Sender } from '../transport/send.ts';

export interface PreparedRequest {
  readonly request: SentRequest;
  /** Called when it goes out; what it returns is called with what came of it. */
  begin(): (exchange: Exchange) => void;
}

export interface Sending {
  readonly fresh: Fresh;
  readonly sender: Sender;
  requestOf(tried: Case, draft: Draft): PreparedRequest;
  transmit(over: Pick<Sender, 'send'>, request: PreparedRequest): Promise<Exchange>;
  readonly connection: Connection;
  /** Sequences go without their pauses. */
  readonly isHasty: boolean;
}

/** One of the pool, a new one, or one that is left idle before each request. */
export type Connection = 'shared' | 'new' | IdleConnection;

interface IdleConnection {
  /** In milliseconds: a server that closes what is idle has time to do so. */
  readonly idleMs: number;
  /** It carries this request first; undefined where none is known to be accepted. */
  readonly opening: ((fresh: Fresh) => Draft) | undefined;
}

export async function play(stage: Sending, tried: Case): Promise<readonly Scene[]> {
  if (tried.kind === 'sequence') return onStage(stage, tried);
  const { company } = tried;
  if (company?.kind === 'at once') return atOnce(stage, tried, company.times);
  if (company?.kind === 'in a row') return inARow(stage, tried, company.times);
  if (company !== undefined || stage.connection !== 'shared') return [await onOwnLine(stage, tried)];
  const draft = tried.build(stage.fresh);
  const exchange = await stage.transmit(stage.sender, stage.requestOf(tried, draft));
  return [{ draft, exchange, earlier: [] }];
}

/** Through the shared connections, or all on one of its own where that is asked for. */
async function onStage(stage: Sending, tried: SequenceCase): Promise<readonly Scene[]> {
  const line = stage.connection === 'shared' ? undefined : stage.sender.open();
  const send = ({ operation, draft }: Step) =>
    stage.transmit(line ?? stage.sender, stage.requestOf({ ...tried, operation }, draft));
  try {
    const holds = (step: Step, exchange: Exchange) =>
      !judgeStep(tried, step, exchange).broken.some(({ check }) => check.mayTakeTime === true);
    const steps = await stepsOf(tried.sequence.tell(stage.fresh), { send, holds, isHasty: stage.isHasty });
    return steps.map((stepped, index) => sceneOf(stepped, steps.slice(0, index)));
  } finally {
    await line?.close();
  }
}

function sceneOf(stepped: Stepped, before: readonly Stepped[]): Scene {
  const { step, exchange, lateMs } = stepped;
  const late = lateMs === undefined ? {} : { lateMs };
  return { draft: step.draft, exchange, earlier: [], step, before, ...late };
}

async function onOwnLine(stage: Sending, tried: RequestCase): Promise<Scene> {
  const line = stage.sender.open();
  try {
    await warm(stage, tried, line);
    return await onLine(stage, tried, line);
  } finally {
    await line.close();
  }
}

/** A server that closes what is idle has done so by then, and the request is not lost to a race with it. */
async function idle({ connection }: Sending): Promise<void> {
  if (typeof connection === 'string') return;
  const { idleMs } = connection;
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    const start = performance.now();
    await pause(idleMs);
    // On a busy machine the end of the connection has come meanwhile, and nobody has read of it yet.
    await turn();
    if (performance.now() - start < idleMs + STALL_MS) return;
  }
}

/** A wait that ends this much too late shows that the machine was held up, and with it perhaps the server's timer. */
const STALL_MS = 20;
const MOST_WAITS = 5;

async function warm({ connection, fresh, requestOf }: Sending, tried: Case, line: Line): Promise<void> {
  const opening = typeof connection === 'string' ? undefined : connection.opening;
  if (opening !== undefined) await line.send(requestOf(tried, opening(fresh)).request);
}

/** Over connections that stand already: to make them takes longer than an answer does. */
async function atOnce(stage: Sending, tried: RequestCase, times: number): Promise<readonly Scene[]> {
  const lines = Array.from({ length: times }, () => stage.sender.open());
  try {
    for (const line of lines) {
      const { outcome } = await stage.transmit(line, stage.requestOf(tried, tried.build(stage.fresh)));
      if (outcome.kind === 'failure') break;
    }
    return await Promise.all(lines.map((line) => onLine(stage, tried, line)));
  } finally {
    await Promise.all(lines.map((line) => line.close()));
  }
}

async function inARow(stage: Sending, tried: RequestCase, times: number): Promise<readonly Scene[]> {
  const line = stage.sender.open();
  const scenes: Scene[] = [];
  try {
    for (let time = 0; time < times; time++) {
      const scene = await onLine(stage, tried, line);
      scenes.push(scene);
      // What hangs or breaks has been seen; waiting for the rest shows no more.
      if (scene.exchange.outcome.kind === 'failure') break;
    }
  } finally {
    await line.close();
  }
  return scenes;
}

async function onLine(stage: Sending, tried: RequestCase, line: Line): Promise<Scene> {
  const { company } = tried;
  const draft = tried.build(stage.fresh);
  const earlier: Exchange[] = [];
  const preceding = company?.kind === 'preceded' ? company : undefined;
  for (const before of preceding?.before(draft, stage.fresh) ?? []) {
    await idle(stage);
    const exchange = await stage.transmit(line, stage.requestOf(tried, before));
    if (hasTimedOut(exchange)) return { draft: before, exchange, earlier, isPrelude: true };
    earlier.push(exchange);
  }
  await idle(stage);
  const request = stage.requestOf(tried, draft);
  const exchange = await stage.transmit(line, preceding?.cookies ? withCookies(request, earlier) : request);
  return { draft, exchange: company?.kind === 'watched' ? await line.watched(exchange) : exchange, earlier };
}

/** At send time, so that what a case shows of its request holds no session. */
function withCookies(outgoing: PreparedRequest, earlier: readonly Exchange[]): PreparedRequest {
  const pairs = earlier.flatMap(({ outcome }) =>
    outcome.kind === 'answer' ? headersOf(outcome.answer.headers, 'set-cookie') : [],
  );
  if (pairs.length === 0) return outgoing;
  const { request } = outgoing;
  const cookie = pairs.map((set) => set.split(';')[0]).join('; ');
  return { ...outgoing, request: { ...request, headers: withCookie(request.headers, cookie) } };
}
