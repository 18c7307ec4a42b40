/** A store may take no more than so many records: what it refuses for that says nothing of the request. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { Unjudged } from '../../report/stage.ts';
import type { Attempt, JudgedScene } from '../judging/attempt.ts';
import { statusOf } from '../model/exchange.ts';
import type { Session } from '../session/session.ts';

export interface Room {
  /** Whether an attempt goes wrong in nothing but that there is no room. Sends nothing unless that may be so. */
  isLacking(attempt: Attempt): Promise<boolean>;
  /** The operations that were refused for it. */
  unjudged(): readonly Unjudged[];
}

/** RFC 4918, section 11.5: it says of itself that there is no room. */
const INSUFFICIENT_STORAGE = 507;
/** The state of the store does not allow it: that need not be about the request. */
const CONFLICT = 409;

/** One that is refused may be chance. */
const LOOKS = 2;

export function createRoom(session: Session): Room {
  /** Those that were accepted once, and are refused now, whatever is sent. */
  const lacking = new Map<Operation, number>();
  return {
    async isLacking({ scenes }) {
      const wrong = scenes.filter(({ verdict }) => verdict.broken.length > 0);
      if (wrong.length === 0 || !wrong.every(mayLackRoom)) return false;
      for (const scene of wrong) if (!(await isRefusedNow(scene))) return false;
      return true;
    },
    unjudged: () => [...lacking].map(([operation, status]) => unjudgedWith(operation, status)),
  };

  async function isRefusedNow({ verdict, exchange }: JudgedScene): Promise<boolean> {
    const { operation } = verdict.judged.case;
    const status = statusOf(exchange) ?? 0;
    if (lacking.get(operation) === status) return true;
    const isSo = status === INSUFFICIENT_STORAGE || (await isRefusedAnew(operation, status));
    if (isSo) lacking.set(operation, status);
    return isSo;
  }

  /** What was accepted before, with values that nobody has used. */
  async function isRefusedAnew(operation: Operation, status: number): Promise<boolean> {
    const build = session.entry.acceptable(operation);
    if (build === undefined) return false;
    for (let look = 0; look < LOOKS; look++) {
      const exchange = await session.send({ operation }, build(session.fresh));
      if (statusOf(exchange) !== status) return false;
    }
    return true;
  }
}

const refusing = new Set(['valid-accepted', 'no-server-error']);

/** A write that is refused with what the contract declares for it by its own number. */
function mayLackRoom({ verdict: { judged, broken }, exchange }: JudgedScene): boolean {
  const { method, responses } = judged.case.operation;
  const status = statusOf(exchange);
  const isDeclared = responses.some((response) => response.status === String(status));
  const isWrite = method === 'POST' || method === 'PUT';
  const isOfRoom = status === INSUFFICIENT_STORAGE || (status === CONFLICT && method === 'POST');
  return isDeclared && isWrite && isOfRoom && broken.every(({ check }) => refusing.has(check.id));
}

function unjudgedWith({ id }: Operation, status: number): Unjudged {
  const reason = `valid requests are answered ${status} since some were accepted, also with values that nobody has used: is there room for no more records? Let it take as many as a run makes, and judge it when it has few`;
  return { operation: id, reason, ran: 'part' };
}
