/** Rules on operations as a whole. */
import { ruleTable } from './table.ts';

export const operationRules = ruleTable({
  'api-removed-without-deprecation': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An operation is gone, without notice',
    why: 'Clients that call it are answered 404 or 405. Keep it, mark it "deprecated: true" and let clients move before it goes.',
  },
  'api-removed-with-deprecation': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A deprecated operation is gone',
    why: 'Clients had notice; those that have not moved are answered 404 or 405. Look at who still calls it before it goes.',
  },
  'api-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation is new',
    why: 'Clients of the old contract do not call it.',
  },
  'api-moved': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An operation has another method or path',
    why: 'Clients call the old one and are answered 404 or 405. Keep the old one beside the new one, deprecated, until they have moved.',
  },
  'api-operation-id-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'An operation has another operationId',
    why: 'The requests stay as they are, but generated clients name their functions after it and no longer compile. Keep the old operationId.',
  },
  'api-operation-id-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'An operation has no operationId any more',
    why: 'The requests stay as they are, but generated clients name their functions after it and no longer compile. Keep the operationId.',
  },
  'api-operation-id-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation has an operationId now',
    why: 'The requests stay as they are. Functions that generators had to name themselves may get another name.',
  },
  'api-deprecated': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation is deprecated',
    why: 'It works as before; clients have notice to move.',
  },
  'api-reactivated': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation is deprecated no more',
    why: 'It works as before.',
  },
});
