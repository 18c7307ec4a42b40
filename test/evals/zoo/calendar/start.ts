import type { RunningZooStore } from '../zoo.ts';
import { basePath } from './base-path.ts';
import { type CalendarBehavior, rightCalendars } from './behavior.ts';
import { handleExchange } from './exchange.ts';
import { type CalendarRequest, type CalendarResponse, listenOnPort } from './http.ts';
import type { CalendarVariant } from './variant.ts';

/** With a memory of its own. */
export function createCalendars(variant: CalendarVariant) {
  const behavior: CalendarBehavior = { ...rightCalendars, ...variant.behavior(rightCalendars) };
  const instance = { behavior, state: behavior.newState() };
  const respond = (request: CalendarRequest): Promise<CalendarResponse> =>
    behavior.wrapExchange(request, () => handleExchange(instance, request));
  return { serverOptions: behavior.serverOptions, respond };
}

export async function startCalendars(
  variant: CalendarVariant,
  { port }: { readonly port: number },
): Promise<RunningZooStore> {
  const { serverOptions, respond } = createCalendars(variant);
  const { url, close } = await listenOnPort(port, serverOptions, respond);
  return { url: `${url}${basePath}`, close };
}
