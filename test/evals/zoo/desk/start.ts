import type { RunningStore } from '../zoo.ts';
import { type Desk, rightDesk } from './desk.ts';
import { exchange } from './exchange.ts';
import type { DeskVariant } from './variants/changes.ts';
import { listenAt } from './wire.ts';

/** With a colon and a letter beyond ASCII in the password: RFC 7617 allows both. */
export const staff = 'anna:Gold:Lög-7f3KpQ2xVn9s';

/** Of the till, which never ends. */
export const till = 'Till-4wRt6yZoo-9sLd2xVn';

/** With a memory of its own. */
export function startDesk(variant: DeskVariant, { port }: { readonly port: number }): Promise<RunningStore> {
  const desk: Desk = { ...rightDesk, ...variant.behaviour(rightDesk) };
  const counter = { desk, memory: desk.memory(), staff, sessions: new Set([till]) };
  return listenAt(port, desk.serverOptions, (request) =>
    desk.around(request, () => exchange(counter, request)),
  );
}
