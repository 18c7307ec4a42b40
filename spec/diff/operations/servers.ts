/** Where an operation is served. */
import type { Contract, Operation, Server } from '../../model/contract.ts';
import { type Address, addressesOf, serversOf } from '../pairing/addresses.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { serverRules } from '../rules/operations.ts';

const at = 'servers';

/** Whole URLs are compared: a path that moves from every operation into the server changes nothing. */
export function* compareServers(
  contracts: Sides<Contract>,
  operations: Sides<Operation>,
): Generator<PartChange> {
  const before = addressesOf(contracts.before, operations.before);
  const after = addressesOf(contracts.after, operations.after);
  const gone = before.filter((old) => !after.some((one) => isWithin(old, one)));
  const fresh = after.filter((one) => !before.some((old) => isWithin(one, old)));
  const explained = new Set<Address>();
  for (const old of gone) {
    const other = fresh.find((one) => one.path === old.path && hasHost(one) !== hasHost(old));
    if (other !== undefined) explained.add(other);
    yield* removal(old, other, after);
  }
  for (const one of fresh) if (!explained.has(one)) yield added(one);
  if (gone.length === 0 && fresh.length === 0) yield* compareDefaults(contracts, operations);
}

/** A variable that may be anything is also what stood in its place. */
function isWithin(one: Address, other: Address): boolean {
  if (one.key === other.key) return true;
  if (!other.url.includes('{}')) return false;
  const pattern = other.key.split('{}').map((part) => RegExp.escape(part));
  return new RegExp(`^${pattern.join('[^/]*')}$`).test(one.key);
}

function hasHost({ host }: Address): boolean {
  return host !== '';
}

function* removal(
  old: Address,
  other: Address | undefined,
  after: readonly Address[],
): Generator<PartChange> {
  // A document that names its server for the first time says more than before, and nothing else.
  if (!old.isNamed && other !== undefined) return yield added(other);
  const now = other ?? after[0];
  yield partChange(serverRules.rule(ruleOf(old, other)), {
    at,
    before: old.place,
    after: other?.place,
    was: shown(old.url),
    is: now === undefined ? NONE : shown(now.url),
  });
}

function ruleOf(old: Address, other: Address | undefined) {
  if (other !== undefined) return 'api-server-host-changed';
  return isLocal(old) ? 'api-local-server-removed' : 'api-server-removed';
}

function isLocal({ host }: Address): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\])(:(\d+|\{\}))?$/.test(host);
}

function added({ url, place }: Address): PartChange {
  return partChange(serverRules.rule('api-server-added'), { at, after: place, was: NONE, is: shown(url) });
}

/** A variable without an `enum` may be filled with anything; who fills in nothing takes its default. */
function* compareDefaults(contracts: Sides<Contract>, operations: Sides<Operation>): Generator<PartChange> {
  const after = serversOf(contracts.after, operations.after);
  for (const old of serversOf(contracts.before, operations.before)) {
    const other = after.find((one) => spelt(one) === spelt(old));
    if (other === undefined || other.url === old.url) continue;
    yield partChange(serverRules.rule('api-server-default-changed'), {
      at,
      before: old.place,
      after: other.place,
      was: old.url,
      is: other.url,
    });
  }
}

function shown(url: string): string {
  return url === '' ? '/' : url;
}

function spelt({ addresses }: Server): string {
  return addresses.toSorted().join(' ');
}
