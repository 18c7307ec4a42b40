import { requireUser } from './authentication.ts';
import { basePath } from './base-path.ts';
import type { CalendarBehavior } from './behavior.ts';
import type { CalendarContext } from './context.ts';
import { CalendarProblem, type CalendarRequest, type CalendarResponse, EarlyResponse, notFound } from './http.ts';
import { type CalendarRoute, findRoute } from './routes.ts';
import type { CalendarState } from './state.ts';

/** What every start of the service has of its own. */
export interface CalendarInstance {
  readonly behavior: CalendarBehavior;
  readonly state: CalendarState;
}

/** Takes one request through all stages; every failure becomes a response. */
export async function handleExchange(instance: CalendarInstance, request: CalendarRequest): Promise<CalendarResponse> {
  const { behavior } = instance;
  let route: CalendarRoute | undefined;
  const respond = (): CalendarResponse => {
    try {
      const path = pathOf(behavior, request);
      route = findRoute(request.method, path);
      return handleRequest(instance, { route, path }, request);
    } catch (error) {
      if (error instanceof EarlyResponse) return error.response;
      const problem =
        error instanceof CalendarProblem ? error : new CalendarProblem(500, `Unexpected: ${String(error)}`);
      return behavior.respondToProblem(problem, route?.operation);
    }
  };
  const response = respond();
  return behavior.transformResponse(response, route?.operation, request);
}

function pathOf(behavior: CalendarBehavior, { path }: CalendarRequest): string {
  const routed = behavior.routedPath(path);
  if (!routed.startsWith(`${basePath}/`)) throw notFound('address');
  return routed.slice(basePath.length);
}

interface MatchedRoute {
  readonly route: CalendarRoute;
  readonly path: string;
}

function handleRequest(
  { behavior, state }: CalendarInstance,
  { route, path }: MatchedRoute,
  request: CalendarRequest,
): CalendarResponse {
  const { operation } = route;
  const user = behavior.isProtected(request) ? requireUser(behavior.authentication, route, request) : 'anna';
  const [, ...segments] = route.path.exec(path) ?? [];
  const enforces: CalendarContext['enforces'] = (rule) => behavior.enforces(rule, operation);
  return route.handle({
    behavior,
    state,
    operation,
    request,
    user,
    enforces,
    pathValues: segments.map((segment) => behavior.decodeSegment(segment)),
    parameters: {
      query: behavior.readQuery(request.query),
      enforces,
      listItems: (text) => behavior.listItems(text),
    },
  });
}
