import type { DeskBehavior } from './behavior.ts';
import { DeskError } from './error.ts';
import { DeskEarlyResponse, type DeskRequest, type DeskResponse, withDeskHeader } from './http.ts';
import type { DeskMemory } from './memory.ts';
import { type DeskRoute, routes } from './routes.ts';

/** What every start of a desk has of its own. */
export interface DeskInstance {
  readonly behavior: DeskBehavior;
  readonly memory: DeskMemory;
  /** The credentials `user:password`. */
  readonly staff: string;
  readonly sessions: Set<string>;
}

/** Takes one request through all stages; every failure becomes an answer. */
export async function handleExchange(instance: DeskInstance, request: DeskRequest): Promise<DeskResponse> {
  try {
    return handleRequest(instance, request);
  } catch (error) {
    if (error instanceof DeskEarlyResponse) return error.response;
    if (error instanceof MethodRefusal)
      return withDeskHeader(instance.behavior.respondToError(error), 'allow', error.allow);
    const unexpectedError = { status: 500, code: 'unexpected', title: String(error) };
    return instance.behavior.respondToError(error instanceof DeskError ? error : new DeskError(unexpectedError));
  }
}

function handleRequest({ behavior, memory, staff, sessions }: DeskInstance, original: DeskRequest): DeskResponse {
  const route = routeFor(original);
  const request = behavior.transformRequest(original, route.operation);
  const { isAuthorized, isStaff, isSession } = behavior.authentication;
  const satisfies = { staff: () => isStaff(request, staff), session: () => isSession(request, sessions) };
  if (!isAuthorized(route.security, (scheme) => satisfies[scheme]()))
    throw new DeskError({ status: 401, code: 'unauthorised', title: 'Who are you?' });
  const [, segment = ''] = route.path.exec(request.path) ?? [];
  const pathName = behavior.decodePathSegment(segment);
  if (route.name !== undefined && !route.name.test(pathName))
    throw new DeskError({ status: 404, code: 'not-found', title: 'There is no such name.' });
  const response = route.handle({ behavior, memory, sessions, request, pathName });
  return behavior.transformResponse(response, route.operation, request);
}

function routeFor({ method, path }: DeskRequest): DeskRoute {
  const matchingRoutes = routes.filter((route) => route.path.test(path));
  if (matchingRoutes.length === 0)
    throw new DeskError({ status: 404, code: 'not-found', title: 'There is nothing here.' });
  const route = matchingRoutes.find((one) => one.method === method || (method === 'HEAD' && one.method === 'GET'));
  if (route !== undefined) return route;
  throw new MethodRefusal(matchingRoutes.map((one) => one.method).join(', '));
}

class MethodRefusal extends DeskError {
  readonly allow: string;

  constructor(allow: string) {
    super({ status: 405, code: 'wrong-method', title: `There is only ${allow}.` });
    this.allow = allow;
  }
}
