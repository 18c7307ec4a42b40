/** The control API, loaded with the first request for it: a start has no use for it. */
import type { Control, ControlOptions } from './control.ts';

export function createLazyControl(options: ControlOptions): Control {
  let loaded: Promise<Control> | undefined;
  const load = async () => (await import('./control.ts')).createControl(options);
  return {
    handle: async (request, response) => {
      loaded ??= load();
      await (await loaded).handle(request, response);
    },
  };
}
