import { requireTenant } from './authentication.ts';
import type { FilesBehavior } from './behavior.ts';
import type { FilesContext } from './context.ts';
import { EarlyResponse, FilesProblem, type FilesRequest, type FilesResponse } from './http.ts';
import { type FilesRoute, findRoute } from './routes.ts';
import type { VaultState } from './state.ts';

/** What every start of the service has of its own. */
export interface FilesInstance {
  readonly behavior: FilesBehavior;
  readonly state: VaultState;
}

/** Takes one request through all stages; every failure becomes a response. */
export async function handleExchange(instance: FilesInstance, request: FilesRequest): Promise<FilesResponse> {
  const { behavior } = instance;
  let route: FilesRoute | undefined;
  const respond = (): FilesResponse => {
    try {
      route = findRoute(request.method, behavior.routedPath(request.path));
      return handleRequest(instance, route, request);
    } catch (error) {
      if (error instanceof EarlyResponse) return error.response;
      const problem = error instanceof FilesProblem ? error : new FilesProblem(500, `Unexpected: ${String(error)}`);
      return behavior.respondToProblem(problem, route?.operation);
    }
  };
  const response = respond();
  return behavior.transformResponse(response, route?.operation, request);
}

function handleRequest({ behavior, state }: FilesInstance, route: FilesRoute, request: FilesRequest): FilesResponse {
  const { operation, security } = route;
  const isOpen = security.length === 0 || !behavior.isProtected(request);
  const tenant = isOpen ? 'north' : requireTenant(behavior.authentication, security, request);
  const [, ...segments] = route.path.exec(behavior.routedPath(request.path)) ?? [];
  const enforces: FilesContext['enforces'] = (rule) => behavior.enforces(rule, operation);
  return route.handle({
    behavior,
    state,
    operation,
    request,
    tenant,
    enforces,
    pathValues: segments.map((segment) => behavior.decodeSegment(segment)),
    query: behavior.readQuery(request.query),
    reader: {
      enforces,
      listItems: (text) => behavior.listItems(text),
      parseJson: (text) => behavior.parseJson(text),
    },
  });
}
