/** Rules for object properties. Their ids contain only the direction, since the property is the location. */
import type { SchemaRules } from './schema-rule.ts';

export type PropertyKind =
  | 'required-property-added'
  | 'optional-property-added'
  | 'property-added-to-closed-object'
  | 'property-removed'
  | 'property-removed-from-closed-object'
  | 'required-property-removed'
  | 'optional-property-removed'
  | 'property-became-required'
  | 'property-became-optional'
  | 'property-became-read-only'
  | 'property-became-not-read-only'
  | 'required-property-became-write-only'
  | 'optional-property-became-write-only'
  | 'property-became-not-write-only'
  | 'dependent-required-added'
  | 'dependent-required-removed'
  | 'additional-properties-forbidden'
  | 'additional-properties-allowed';

const ignoredVerdict = {
  impact: 'risky',
  breaks: 'clients',
  why: 'Clients can still send it, because other properties are allowed, but the contract no longer says that it is read, or which values are valid. Keep it until no client sends it.',
} as const;
const possiblyMissingVerdict = {
  impact: 'risky',
  breaks: 'clients',
  why: 'The old contract does not guarantee it, but clients that read it when it is present lose it. Keep it until no client reads it.',
} as const;
const missingVerdict = {
  impact: 'breaking',
  breaks: 'clients',
  why: 'The old contract guarantees it in every response, and clients read it without a check. Keep it, or publish a new version.',
} as const;
const newInRequestVerdict = {
  impact: 'harmless',
  breaks: 'none',
  why: 'Clients do not have to send it. Only a client that already sends an undeclared property of this name can break.',
} as const;
const newInResponseVerdict = {
  impact: 'harmless',
  breaks: 'none',
  why: 'Other properties were allowed, so clients have to ignore properties that they do not know.',
} as const;

export const propertyRules: SchemaRules<PropertyKind> = {
  'required-property-added': {
    effect: 'narrower',
    title: 'a required property was added',
    request: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Existing clients do not send it, so their requests are rejected. Make it optional.',
    },
  },
  'optional-property-added': {
    effect: 'both',
    title: 'an optional property was added',
    request: newInRequestVerdict,
    response: newInResponseVerdict,
  },
  'property-added-to-closed-object': {
    effect: 'wider',
    title: 'a property was added to an object that allowed no others',
    response: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'The old contract forbids other properties, so clients may reject a response that has one. Allow additional properties first, or publish a new version.',
    },
  },
  'property-removed': {
    effect: 'both',
    title: 'a property was removed',
    request: ignoredVerdict,
    response: possiblyMissingVerdict,
  },
  'property-removed-from-closed-object': {
    effect: 'narrower',
    title: 'a property is no longer accepted',
    request: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Existing clients may send it, and undeclared properties are now validated more strictly. Keep accepting it.',
    },
  },
  'required-property-removed': {
    effect: 'both',
    title: 'a required property was removed',
    request: ignoredVerdict,
    response: missingVerdict,
  },
  'optional-property-removed': {
    effect: 'both',
    title: 'an optional property was removed',
    request: ignoredVerdict,
    response: possiblyMissingVerdict,
  },
  'property-became-required': { effect: 'narrower', title: 'a property became required' },
  'property-became-optional': { effect: 'wider', title: 'a property became optional' },
  'property-became-read-only': {
    effect: 'both',
    title: 'a property became readOnly',
    request: {
      impact: 'risky',
      breaks: 'clients',
      why: 'Clients should no longer send it; a server may ignore or reject it. Ignore it.',
    },
  },
  'property-became-not-read-only': {
    effect: 'both',
    title: 'a property is no longer readOnly',
    request: newInRequestVerdict,
  },
  'required-property-became-write-only': {
    effect: 'both',
    title: 'a required property became writeOnly',
    response: missingVerdict,
  },
  'optional-property-became-write-only': {
    effect: 'both',
    title: 'an optional property became writeOnly',
    response: possiblyMissingVerdict,
  },
  'property-became-not-write-only': {
    effect: 'both',
    title: 'a property is no longer writeOnly',
    response: newInResponseVerdict,
  },
  'dependent-required-added': { effect: 'narrower', title: 'a property now requires another one' },
  'dependent-required-removed': {
    effect: 'wider',
    title: 'a property no longer requires another one',
  },
  'additional-properties-forbidden': {
    effect: 'narrower',
    title: 'additional properties are no longer allowed',
  },
  'additional-properties-allowed': { effect: 'wider', title: 'additional properties are now allowed' },
};
