import type { RunningZooStore } from '../zoo.ts';
import { type FilesBehavior, rightFiles } from './behavior.ts';
import { handleExchange } from './exchange.ts';
import { listenOnPort } from './http.ts';
import type { FilesVariant } from './variant.ts';

/** With a memory of its own. */
export function startFiles(variant: FilesVariant, { port }: { readonly port: number }): Promise<RunningZooStore> {
  const behavior: FilesBehavior = { ...rightFiles, ...variant.behavior(rightFiles) };
  const instance = { behavior, state: behavior.newState() };
  return listenOnPort(port, behavior.serverOptions, (request) =>
    behavior.wrapExchange(request, () => handleExchange(instance, request)),
  );
}
