/** Compares the servers of an operation. */
import { escapeRegExp } from '../../../sanitize.ts';
import type { Contract, Operation, Server } from '../../model/contract.ts';
import { listServerUrls, type ServerUrl, serversOrDefault } from '../matching/server-urls.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { serverRules } from '../rules/operations.ts';

const at = 'servers';

/** Compares whole URLs, so that moving a path prefix from all operations into the server changes nothing. */
export function* compareServers(contracts: Sides<Contract>, operations: Sides<Operation>): Generator<PartChange> {
  const before = listServerUrls(contracts.before, operations.before);
  const after = listServerUrls(contracts.after, operations.after);
  const removed = before.filter((old) => !after.some((one) => isCoveredBy(old, one)));
  const addedUrls = after.filter((one) => !before.some((old) => isCoveredBy(one, old)));
  const explained = new Set<ServerUrl>();
  for (const old of removed) {
    const other = addedUrls.find((one) => one.path === old.path && hasHost(one) !== hasHost(old));
    if (other !== undefined) explained.add(other);
    yield* serverRemoved(old, other, after);
  }
  for (const one of addedUrls) if (!explained.has(one)) yield serverAdded(one);
  if (removed.length === 0 && addedUrls.length === 0) yield* compareDefaults(contracts, operations);
}

/** A variable without an `enum` also covers the text that it replaces. */
function isCoveredBy(one: ServerUrl, other: ServerUrl): boolean {
  if (one.key === other.key) return true;
  if (!other.url.includes('{}')) return false;
  const pattern = other.key.split('{}').map((part) => escapeRegExp(part));
  return new RegExp(`^${pattern.join('[^/]*')}$`).test(one.key);
}

function hasHost({ host }: ServerUrl): boolean {
  return host !== '';
}

function* serverRemoved(
  old: ServerUrl,
  other: ServerUrl | undefined,
  after: readonly ServerUrl[],
): Generator<PartChange> {
  // If a document declares its first server, that is only an addition.
  if (!old.isDeclared && other !== undefined) return yield serverAdded(other);
  const now = other ?? after[0];
  yield createPartChange(serverRules.rule(removalRule(old, other)), {
    at,
    before: old.place,
    after: other?.place,
    was: displayUrl(old.url),
    is: now === undefined ? NONE : displayUrl(now.url),
  });
}

function removalRule(old: ServerUrl, other: ServerUrl | undefined) {
  if (other !== undefined) return 'api-server-host-changed';
  return isLocal(old) ? 'api-local-server-removed' : 'api-server-removed';
}

function isLocal({ host }: ServerUrl): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\])(:(\d+|\{\}))?$/.test(host);
}

function serverAdded({ url, place }: ServerUrl): PartChange {
  return createPartChange(serverRules.rule('api-server-added'), {
    at,
    after: place,
    was: NONE,
    is: displayUrl(url),
  });
}

/** A variable without an `enum` accepts any value; clients that do not set it use its default. */
function* compareDefaults(contracts: Sides<Contract>, operations: Sides<Operation>): Generator<PartChange> {
  const after = serversOrDefault(contracts.after, operations.after);
  for (const old of serversOrDefault(contracts.before, operations.before)) {
    const other = after.find((one) => urlsKey(one) === urlsKey(old));
    if (other === undefined || other.url === old.url) continue;
    yield createPartChange(serverRules.rule('api-server-default-changed'), {
      at,
      before: old.place,
      after: other.place,
      was: old.url,
      is: other.url,
    });
  }
}

function displayUrl(url: string): string {
  return url === '' ? '/' : url;
}

function urlsKey({ expandedUrls }: Server): string {
  return expandedUrls.toSorted().join(' ');
}
