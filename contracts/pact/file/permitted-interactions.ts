/** Leaves out the interactions whose requests a run may not send: `--include`, `--exclude` and `--read-only`. */
import { listBasePaths } from '../../../spec/model/base-paths.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { createRequestGuard } from '../../conformance/session/request-guard.ts';
import type { Permission } from '../../options/permitted-operations.ts';
import { pluralize } from '../../report/text-format.ts';
import type { Interaction } from './interaction.ts';
import type { PactFile } from './pact-file.ts';
import { keepInteractions } from './select-interactions.ts';

export interface PermittedPacts {
  /** Without those of which nothing is left. */
  readonly pacts: readonly PactFile[];
  /** What is left out; empty if all may be sent. */
  readonly notes: readonly string[];
}

export function permittedInteractions(
  pacts: readonly PactFile[],
  contract: Contract,
  permission: Permission | undefined,
): PermittedPacts {
  if (permission === undefined) return { pacts, notes: [] };
  const isPermitted = createRequestGuard(contract, permission);
  const mayBeSent = ({ request: { method, path, headers } }: Interaction) =>
    readings(path, contract).every((one) => isPermitted({ method, path: one, headers: [...headers] }));
  const selected = pacts.map((pact) => ({ pact, kept: pact.interactions.filter(mayBeSent) }));
  const omitted = selected.flatMap(({ pact, kept }) => pact.interactions.filter((one) => !kept.includes(one)));
  return {
    pacts: selected.flatMap(({ pact, kept }) => {
      if (kept.length === pact.interactions.length) return [pact];
      return kept.length === 0 ? [] : [keepInteractions(pact, kept)];
    }),
    notes:
      omitted.length === 0
        ? []
        : [
            `${pluralize(omitted.length, 'interaction')} not sent, since the run may not request the operation: ${omitted.map(({ description }) => description).join(', ')}`,
          ],
  };
}

/** The path of a pact may contain the base path. */
function readings(path: string, contract: Contract): readonly string[] {
  const bases = listBasePaths(contract).filter((base) => path.startsWith(`${base}/`));
  return [path, ...bases.map((base) => path.slice(base.length))];
}
