/** Routes that save and load the state: records, rules and the states of scenarios. */
import type { InitialState } from '../../model/storage.ts';
import type { RuleMount } from '../../rules/rule-node.ts';
import { type ControlRoutes, jsonResponse, noContent } from '../control-response.ts';
import { type LoadedParts, loadState } from '../state/load-state.ts';
import { type SavedParts, saveState } from '../state/save-state.ts';

export interface StateOptions extends SavedParts, Pick<LoadedParts, 'collectRecords'> {
  readonly mounts: () => readonly RuleMount[];
  /** Replaces all of it in one step. */
  readonly replaceState: (state: InitialState) => Promise<void>;
}

export function stateRoutes(options: StateOptions): ControlRoutes {
  const { mounts, collectRecords, replaceState } = options;
  return {
    readState: async () => jsonResponse(200, await saveState(options)),
    replaceState: async ({ body = null }) => {
      await replaceState(await loadState(body, { mounts: mounts(), collectRecords }));
      return noContent;
    },
  };
}
