/** Whether the credentials of an operation are known to be right, since they have opened another one. */
import { isSecured, type Operation } from '../../../spec/contract.ts';
import type { Session } from '../session/session.ts';

/** By the same schemes, and by the scopes that this one asks for as far as the document tells them. */
export function isOpenedElsewhere({ schemes, accepts, target }: Session, operation: Operation): boolean {
  const own = wanted(operation);
  return target.contract.operations.some(
    (other) =>
      other.id !== operation.id && isSecured(other) && accepts(other) && own.isSubsetOf(wanted(other)),
  );

  /** The names of the schemes, and each with each of its scopes. */
  function wanted(one: Operation): ReadonlySet<string> {
    const chosen = schemes.get(one.id) ?? [];
    const requirement = one.security.find((alternative) => alternative.schemes === chosen);
    const names = chosen.map(({ name }) => name).toSorted();
    const scopes = names.flatMap((name) =>
      (requirement?.scopes?.get(name) ?? []).map((scope) => `${name}: ${scope}`),
    );
    return new Set([names.join(' and '), ...scopes]);
  }
}
