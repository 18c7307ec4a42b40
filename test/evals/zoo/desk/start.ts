import type { RunningZooStore } from '../zoo.ts';
import { type DeskBehavior, rightDesk } from './behavior.ts';
import { handleExchange } from './exchange.ts';
import { listenOnPort } from './http.ts';
import type { DeskVariant } from './variants/changes.ts';

/** With a colon and a letter beyond ASCII in the password: RFC 7617 allows both. */
export const staffCredentials = 'anna:Gold:Lög-7f3KpQ2xVn9s';

/** Of the till, which never ends. */
export const tillCredentials = 'Till-4wRt6yZoo-9sLd2xVn';

/** With a memory of its own. */
export function startDesk(variant: DeskVariant, { port }: { readonly port: number }): Promise<RunningZooStore> {
  const desk: DeskBehavior = { ...rightDesk, ...variant.behavior(rightDesk) };
  const instance = {
    behavior: desk,
    memory: desk.createMemory(),
    staff: staffCredentials,
    sessions: new Set([tillCredentials]),
  };
  return listenOnPort(port, desk.serverOptions, (request) =>
    desk.wrapExchange(request, () => handleExchange(instance, request)),
  );
}
