import { type FaultyVariant, right } from '../../variant.ts';
import type { VariantGroup } from '../../zoo.ts';
import type { ShopBehavior } from '../behavior.ts';
import type { ShopVariant } from '../start.ts';
import { wrongActions } from './actions.ts';
import { bypassedCredentials } from './bypasses.ts';
import { wrongCaches, wrongJobs } from './caches-and-jobs.ts';
import { wrongChanges } from './changes.ts';
import { failsForOtherClients } from './clients.ts';
import { wrongCredentials } from './credentials.ts';
import { wrongDeletions } from './deletions.ts';
import { wrongErrors } from './errors.ts';
import { wrongEtags } from './etags.ts';
import { wrongIdempotency } from './idempotency.ts';
import { withMissReason } from './missed.ts';
import { wrongNestedValues } from './nested-values.ts';
import { wrongOrderFilters } from './order-filters.ts';
import { wrongOrderLists } from './order-lists.ts';
import { wrongPatches } from './patches.ts';
import { wrongProductFilters } from './product-filters.ts';
import { wrongProductLists } from './product-lists.ts';
import { brokenPromises } from './promises.ts';
import { rightConnections } from './right-connections.ts';
import { rightRecords } from './right-records.ts';
import { rightRejections } from './right-rejections.ts';
import { rightTransport } from './right-transport.ts';
import { missingValidation } from './validation.ts';
import { wrongValues } from './values.ts';

function faultyGroup(title: string, variants: readonly FaultyVariant<ShopBehavior>[]): VariantGroup<ShopVariant> {
  return { title, variants: variants.map(withMissReason) };
}

/** The shop itself and correct ones that differ from it; then all that do not conform. */
export const shopVariantGroups: readonly VariantGroup<ShopVariant>[] = [
  {
    title: 'correct: the implementation itself',
    variants: right<ShopBehavior>([
      { name: 'right-shop', description: 'It keeps orders.yaml in every point.', behavior: () => ({}) },
    ]),
  },
  { title: 'correct: other records', variants: rightRecords },
  { title: 'correct: other rejections', variants: rightRejections },
  { title: 'correct: other lists, headers and connections', variants: [...rightTransport, ...rightConnections] },
  faultyGroup('values stored differently', [...wrongValues, ...wrongNestedValues]),
  faultyGroup('promises, defaults and bulk creation', brokenPromises),
  faultyGroup('missing validation', missingValidation),
  faultyGroup('lists by page', [...wrongProductLists, ...wrongProductFilters]),
  faultyGroup('lists by cursor', [...wrongOrderLists, ...wrongOrderFilters]),
  faultyGroup('replacements and patches', [...wrongChanges, ...wrongPatches]),
  faultyGroup('ETags and preconditions', wrongEtags),
  faultyGroup('actions', wrongActions),
  faultyGroup('after deletion', wrongDeletions),
  faultyGroup('errors and required headers', wrongErrors),
  faultyGroup('requests of other clients', failsForOtherClients),
  faultyGroup('credentials and scopes', [...wrongCredentials, ...bypassedCredentials]),
  faultyGroup('idempotency keys', wrongIdempotency),
  faultyGroup('caches', wrongCaches),
  faultyGroup('jobs', wrongJobs),
];
