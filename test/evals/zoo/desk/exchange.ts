import type { Desk } from './desk.ts';
import type { Memory } from './memory.ts';
import { Refusal } from './refusal.ts';
import { type Route, routes } from './routes.ts';
import { type Answer, type Incoming, Interruption, withHeader } from './wire.ts';

/** What every start of a desk has of its own. */
export interface Counter {
  readonly desk: Desk;
  readonly memory: Memory;
  /** The credentials `user:password`. */
  readonly staff: string;
  readonly sessions: Set<string>;
}

/** Takes one request through all stages; every failure becomes an answer. */
export async function exchange(counter: Counter, request: Incoming): Promise<Answer> {
  try {
    return serve(counter, request);
  } catch (error) {
    if (error instanceof Interruption) return error.answer;
    if (error instanceof MethodRefusal) return withHeader(counter.desk.refused(error), 'allow', error.allow);
    const fault = { status: 500, code: 'unexpected', title: String(error) };
    return counter.desk.refused(error instanceof Refusal ? error : new Refusal(fault));
  }
}

function serve({ desk, memory, staff, sessions }: Counter, original: Incoming): Answer {
  const route = routeFor(original);
  const request = desk.seen(original, route.operation);
  const { isOpen, isStaff, isSession } = desk.doors;
  const holds = { staff: () => isStaff(request, staff), session: () => isSession(request, sessions) };
  if (!isOpen(route.security, (scheme) => holds[scheme]()))
    throw new Refusal({ status: 401, code: 'unauthorised', title: 'Who are you?' });
  const [, segment = ''] = route.path.exec(request.path) ?? [];
  const named = desk.segment(segment);
  if (route.name !== undefined && !route.name.test(named))
    throw new Refusal({ status: 404, code: 'not-found', title: 'There is no such name.' });
  const answer = route.handle({ desk, memory, sessions, request, named });
  return desk.answered(answer, route.operation, request);
}

function routeFor({ method, path }: Incoming): Route {
  const here = routes.filter((route) => route.path.test(path));
  if (here.length === 0)
    throw new Refusal({ status: 404, code: 'not-found', title: 'There is nothing here.' });
  const route = here.find((one) => one.method === method || (method === 'HEAD' && one.method === 'GET'));
  if (route !== undefined) return route;
  throw new MethodRefusal(here.map((one) => one.method).join(', '));
}

class MethodRefusal extends Refusal {
  readonly allow: string;

  constructor(allow: string) {
    super({ status: 405, code: 'wrong-method', title: `There is only ${allow}.` });
    this.allow = allow;
  }
}
